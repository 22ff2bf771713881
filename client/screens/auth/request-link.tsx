import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { messages } from '#shared/messages.ts'
import { PasswordLinkRequest } from '#shared/session.ts'

/** The form that sends a link. Its answer is the same whether or not the account exists. */
export function RequestLink() {
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; sentence: string }>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: schemaResolver(PasswordLinkRequest, { sync: true }),
  })

  async function send(request: PasswordLinkRequest) {
    setOutcome(undefined)
    try {
      const { message } = await session.requestPasswordLink(request)
      setOutcome({ kind: 'success', sentence: message })
    } catch (error) {
      setOutcome({ kind: 'error', sentence: say(error, messages.auth.linkFailed) })
    }
  }

  return (
    <>
      {outcome && <Banner kind={outcome.kind}>{outcome.sentence}</Banner>}
      <form noValidate onSubmit={form.onSubmit(send, focusFirst(form))}>
        <TextInput label="Email" type="email" size="md" autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
        <Button type="submit" size="md" mt="lg" fullWidth loading={form.submitting}>
          Send link
        </Button>
      </form>
    </>
  )
}
