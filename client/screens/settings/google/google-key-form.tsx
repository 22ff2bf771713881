import { List, Text, Textarea, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { GoogleKeySaveRequest } from '#shared/google-key.ts'
import { googleMessages } from '#shared/google-messages.ts'

const { guide } = googleMessages

/** How to make a key in Google Cloud, step by step. */
function Guide() {
  return (
    <section aria-labelledby="google-guide">
      <Title order={3} id="google-guide">
        {guide.title}
      </Title>
      <List type="ordered" size="sm" mt="xs" spacing={4}>
        {guide.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt="xs">
        {guide.after}
      </Text>
    </section>
  )
}

/** The modal that takes the key file of a service account. Its input is a secret, so no draft of it is kept. */
export function GoogleKeyForm({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const [refused, setRefused] = useState<string>()
  const save = api.settings.google.save.useMutation()
  const form = useForm({ initialValues: { key: '' }, validate: schemaResolver(GoogleKeySaveRequest, { sync: true }) })

  async function send(draft: GoogleKeySaveRequest) {
    setRefused(undefined)
    try {
      await save.mutateAsync(draft)
      await cache.settings.google.get.invalidate()
      announce(googleMessages.savedNow)
      onClose()
    } catch (error) {
      const mistakes = fieldErrors(error, ['key'])
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, googleMessages.saveFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title={isFirst ? 'Add Google key' : 'Replace Google key'} isFilled={() => form.isDirty()}>
      <Guide />
      <form noValidate onSubmit={form.onSubmit(send, focusFirst(form))}>
        <Textarea
          label="JSON key file"
          description={isFirst ? undefined : googleMessages.replaceHint}
          placeholder='{ "type": "service_account", … }'
          required
          data-autofocus
          mt="md"
          rows={6}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('key')}
        />
        <FormFoot failure={refused} submit="Save key" isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
