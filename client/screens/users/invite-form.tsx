import { Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState, type SyntheticEvent } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { nameOfAssignment } from '#client/roles/assignment-words.ts'
import { invitable, type InvitationStart } from '#client/roles/invitation.ts'
import { roleChoices } from '#client/roles/role-choices.ts'
import { RoleGuide } from '#client/roles/role-guide.tsx'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { useViewer } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import type { Member, UserInviteResponse } from '#shared/users.ts'
import {
  asksForStores,
  emptyInvite,
  inReach,
  inviteAgain,
  inviteRequestOf,
  leftOut,
  mistakesInInvite,
  nameOfEmail,
  withEmail,
  withRole,
  type InviteDraft,
} from './invite-draft.ts'
import { InviteStorePicker } from './store-picker.tsx'

const useKeptDraft = draftKeeper<InviteDraft>('invitation')

type Props = {
  again?: Member | undefined
  start?: InvitationStart | undefined
  onInvited: (outcome: UserInviteResponse) => void
  onClose: () => void
}

/** The modal that invites a person. `again`: a pending member to invite again. `start`: what is chosen already. */
export function InviteForm({ again, start, onInvited, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const viewer = useViewer()
  const { data, error } = api.users.roles.useQuery()
  const roles = data?.roles ?? []
  const invite = api.users.invite.useMutation()
  const stores = api.stores.list.useQuery({})
  const grantable = stores.data?.stores.filter(({ id }) => can(viewer, 'users.invite', id))
  const choosable = (typed: InviteDraft) => inReach(typed, grantable ?? [])
  const form = useForm<InviteDraft>({
    initialValues: again ? inviteAgain(again) : { ...emptyInvite, ...start, full_name: nameOfEmail(start?.email ?? '') },
    validate: (typed) => mistakesInInvite(choosable(typed), roles),
  })
  useKeptDraft(again?.id ?? start?.email ?? '', () => (form.isDirty() ? form.getValues() : null), form.setValues)
  const lost = again && grantable ? leftOut(again, grantable) : []

  async function send(typed: InviteDraft) {
    setRefused(undefined)
    try {
      const outcome = await invite.mutateAsync(inviteRequestOf(choosable(typed)))
      await cache.users.invalidate()
      onInvited(outcome)
    } catch (failure) {
      const mistakes = fieldErrors(failure, Object.keys(typed))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(failure, messages.team.inviteFailed))
    }
  }

  /** A name that was proposed is replaced by the first typed letter. */
  const selectProposal = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (currentTarget.value === nameOfEmail(form.getValues().email)) currentTarget.select()
  }
  const failure = refused ?? (error && say(error))
  return (
    <FormDialog onClose={onClose} title="Invite Team Member" isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(send, focusFirst(form))}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput
            label="Email"
            type="email"
            required
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('email')}
            onChange={({ currentTarget }) => form.setValues(withEmail(form.getValues(), currentTarget.value))}
          />
          <TextInput
            label="Full name"
            required
            autoComplete="off"
            {...form.getInputProps('full_name')}
            onFocus={selectProposal}
            onClick={selectProposal}
          />
          <TextInput label="Department" autoComplete="off" {...form.getInputProps('department')} />
          <NativeSelect
            label="Role"
            required
            data={roleChoices(viewer, 'users.invite', invitable(viewer, roles))}
            {...form.getInputProps('role_id')}
            onChange={({ currentTarget }) => form.setValues(withRole(form.getValues(), currentTarget.value))}
          />
        </SimpleGrid>
        <Group justify="flex-end" mt={6}>
          <RoleGuide roles={roles} />
        </Group>
        {asksForStores(form.values, roles) && (
          <InviteStorePicker
            stores={grantable}
            failure={stores.error}
            chosen={choosable(form.values).store_ids}
            mistake={form.errors['store_ids']}
            path="store_ids"
            onChoose={(ids) => form.setFieldValue('store_ids', ids)}
          />
        )}
        {lost.length > 0 && (
          <Banner kind="note" mt="md">
            {messages.team.inviteReplaces(lost.map(nameOfAssignment).join(', '))}
          </Banner>
        )}
        <FormFoot failure={failure} submit="Send invitation" isBusy={form.submitting} isOff={!data} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
