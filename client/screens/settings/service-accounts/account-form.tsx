import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { newAssignment } from '#client/roles/assignment-draft.ts'
import { AssignmentsField } from '#client/roles/assignments-field.tsx'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { useViewer } from '#client/session/viewer.ts'
import { announce } from '#client/ui/announce.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { isForServices, type ServiceAccount } from '#shared/service-accounts.ts'
import { accountChanges, accountDraftOf, accountRequestOf, mistakesInAccount, type AccountDraft } from './account-draft.ts'

const useKeptDraft = draftKeeper<AccountDraft>('serviceAccount')
const action = 'serviceAccounts.manage'

type Props = { account?: ServiceAccount | undefined; onClose: () => void }

/** The modal that adds a service account, or changes the name and the roles of the given one. */
export function AccountForm({ account, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const viewer = useViewer()
  const { data, error: failure } = api.users.roles.useQuery()
  const create = api.users.serviceAccounts.create.useMutation()
  const update = api.users.serviceAccounts.update.useMutation()
  const [opened] = useState(() => (account ? accountDraftOf(account) : { name: '', roles: [newAssignment(viewer, action)] }))
  const form = useForm<AccountDraft>({ initialValues: opened, validate: mistakesInAccount })
  useKeptDraft(account?.id ?? '', () => (form.isDirty() ? form.getValues() : null), form.setValues)

  const send = (draft: AccountDraft) =>
    account ? update.mutateAsync(accountChanges(account.id, opened, draft)) : create.mutateAsync(accountRequestOf(draft))

  async function save(draft: AccountDraft) {
    setRefused(undefined)
    try {
      await send(draft)
      await cache.users.serviceAccounts.list.invalidate()
      announce(messages.announced.serviceAccountSaved)
      onClose()
    } catch (error) {
      const mistakes = fieldErrors(error, Object.keys(draft))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, messages.serviceAccounts.saveFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title={account ? 'Edit service account' : 'Add service account'} isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <TextInput
          label="Name"
          description={messages.serviceAccounts.nameHint}
          required
          data-autofocus
          autoComplete="off"
          maxLength={limits.nameLength}
          {...form.getInputProps('name')}
        />
        <AssignmentsField
          assignments={form.values.roles}
          action={action}
          roles={data?.roles.filter(isForServices) ?? []}
          mistake={form.errors['roles']}
          needed={messages.serviceAccounts.rolesNeeded}
          onChange={(roles) => form.setFieldValue('roles', roles)}
        />
        <FormFoot
          failure={refused ?? (failure && say(failure))}
          submit={account ? 'Save' : 'Add service account'}
          isBusy={form.submitting}
          isOff={!data}
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  )
}
