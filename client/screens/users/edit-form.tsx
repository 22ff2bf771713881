import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { AssignmentsField } from '#client/roles/assignments-field.tsx'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { useViewer } from '#client/session/viewer.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { canActOn } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { teammate, type Member } from '#shared/users.ts'
import { memberDraftOf, mistakesInEdit, updateRequestOf, type EditDraft } from './edit-draft.ts'

const useKeptDraft = draftKeeper<EditDraft>('person')

type Props = { user: Member; onClose: () => void }

/** The modal that edits a member's name, department, state and assignments. */
export function EditForm({ user, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const viewer = useViewer()
  const { data } = api.users.roles.useQuery()
  const update = api.users.update.useMutation()
  const form = useForm<EditDraft>({ initialValues: memberDraftOf(user), validate: (draft) => mistakesInEdit(user.id, draft) })
  useKeptDraft(user.id, () => (form.isDirty() ? form.getValues() : null), form.setValues)
  // A viewer who may not deactivate this person may still reactivate them.
  const maySwitch = !user.is_active || canActOn(viewer, 'users.deactivate', teammate(user))

  async function save(draft: EditDraft) {
    setRefused(undefined)
    try {
      await update.mutateAsync(updateRequestOf(user.id, form.getInitialValues(), draft))
      if (user.id === viewer.id) window.dispatchEvent(new Event('profileUpdated'))
      await cache.users.invalidate()
      onClose()
    } catch (error) {
      const mistakes = fieldErrors(error, Object.keys(draft))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, messages.team.updateFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title="Edit Team Member" isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <Text c="dimmed" size="sm" mb="md">
          {user.email}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput label="Full name" required data-autofocus {...form.getInputProps('full_name')} />
          <TextInput label="Department" {...form.getInputProps('department')} />
        </SimpleGrid>
        <Checkbox
          label="Active"
          description={messages.team.inactive}
          mt="md"
          disabled={!maySwitch}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        <AssignmentsField
          assignments={form.values.roles}
          action="users.update"
          roles={data?.roles ?? []}
          mistake={form.errors['roles']}
          needed={messages.users.rolesNeeded}
          onChange={(roles) => form.setFieldValue('roles', roles)}
        />
        <FormFoot failure={refused} submit="Save" isBusy={form.submitting} isOff={!data} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
