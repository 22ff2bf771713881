import { Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { useViewer } from '#client/session/viewer.ts'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { messages } from '#shared/messages.ts'
import type { UserInviteResponse } from '#shared/users.ts'
import { asksForStores, inviteRequestOf, mistakesInInvite, withRole, type InviteDraft } from './invite-draft.ts'
import { RoleGuide } from './role-guide.tsx'
import { roleChoices } from './role-choices.ts'
import { StorePicker } from './store-picker.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

type Props = { draft: InviteDraft; onInvited: (outcome: UserInviteResponse) => void; onClose: () => void }

/** The modal that asks somebody onto the team. */
export function InviteForm({ draft, onInvited, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const viewer = useViewer()
  const { data, error } = api.users.roles.useQuery()
  const roles = data?.roles ?? []
  const invite = api.users.invite.useMutation()
  const form = useForm<InviteDraft>({ initialValues: draft, validate: (typed) => mistakesInInvite(typed, roles) })

  async function send(typed: InviteDraft) {
    setRefused(undefined)
    try {
      const outcome = await invite.mutateAsync(inviteRequestOf(typed))
      await cache.users.invalidate()
      onInvited(outcome)
    } catch (failure) {
      const mistakes = fieldErrors(failure, Object.keys(typed))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(failure, messages.team.inviteFailed))
    }
  }

  const failure = refused ?? (error && say(error))
  return (
    <Dialog onClose={onClose} title="Invite Team Member" size="lg" closeOnClickOutside={false}>
      <form noValidate onSubmit={form.onSubmit(send, focusFirst(form))}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput label="Email" type="email" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('email')} />
          <TextInput label="Full name" withAsterisk autoComplete="off" {...form.getInputProps('full_name')} />
          <TextInput label="Department" autoComplete="off" {...form.getInputProps('department')} />
          <NativeSelect
            label="Role"
            withAsterisk
            data={roleChoices(viewer, roles)}
            {...form.getInputProps('role_id')}
            onChange={({ currentTarget }) => form.setValues(withRole(form.getValues(), currentTarget.value))}
          />
        </SimpleGrid>
        <Group justify="flex-end" mt={6}>
          <RoleGuide roles={roles} />
        </Group>
        {asksForStores(form.values, roles) && (
          <StorePicker
            chosen={form.values.store_ids}
            mistake={form.errors['store_ids']}
            onChoose={(ids) => form.setFieldValue('store_ids', ids)}
          />
        )}
        <FormFoot failure={failure} submit="Send invitation" isBusy={form.submitting} isOff={!data} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
