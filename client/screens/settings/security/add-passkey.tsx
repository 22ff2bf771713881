import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { account } from '#client/session/account.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { deviceOf } from '../device.ts'

/** The modal that asks for a new passkey's name, before the browser asks for the fingerprint or the security key. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [refused, setRefused] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: deviceOf(navigator.userAgent) },
    validate: { name: (name) => (name.trim() === '' ? messages.security.nameNeeded : null) },
  })

  async function add({ name }: { name: string }) {
    setRefused(undefined)
    try {
      await account.addPasskey(name)
      await cache.profile.security.invalidate()
      onClose()
    } catch (error) {
      setRefused(say(error, messages.security.passkeyNotAdded))
    }
  }

  return (
    <Dialog onClose={onClose} title="Add passkey" closeOnClickOutside={false}>
      <form noValidate onSubmit={form.onSubmit(add, focusFirst(form))}>
        <Text size="md" mb="md">
          Next, your browser asks for your fingerprint, your face, a PIN or a security key.
        </Text>
        <TextInput
          label="Name"
          description="Shown in your list of passkeys"
          data-autofocus
          maxLength={limits.nameLength}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <FormFoot failure={refused} submit="Add passkey" isBusy={form.submitting} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
