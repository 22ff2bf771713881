import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import type { Permission } from '#shared/access.ts'
import { ApiKeyCreateRequest } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import { keyDays } from './expiry.ts'
import { useKeyReach } from './key-reach.ts'
import { refreshKeys } from './refresh-keys.ts'

/** `expires_in_days`: a number as text, as selects need it. */
type Draft = { name: string; permissions: Permission[]; stores: string[]; expires_in_days: string }
const requestOf = ({ name, permissions, stores, expires_in_days: days }: Draft) => ({
  name,
  permissions,
  store_ids: stores.length > 0 ? stores : null,
  expires_in_days: Number(days),
})
const untouched: Draft = { name: '', permissions: [], stores: [], expires_in_days: String(limits.apiKeyDays.default) }

function mistakesIn(draft: Draft): Record<string, string> {
  const issues = ApiKeyCreateRequest.safeParse(requestOf(draft)).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

const useKeptDraft = draftKeeper<Draft>('apiKey')

type Props = {
  /** The service account that gets the key. null: the person. */
  account: ServiceAccount | null
  onMade: (token: string) => void
  onClose: () => void
}

/** The modal that creates a key with its permissions and stores. A key never has more rights than its owner. */
export function KeyForm({ account, onMade, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const { permissions, stores } = useKeyReach(account)
  const createOwn = api.profile.createApiKey.useMutation()
  const createOfAccount = api.users.serviceAccounts.createKey.useMutation()
  const form = useForm<Draft>({ initialValues: untouched, validate: mistakesIn })
  useKeptDraft(account?.id ?? '', () => (form.isDirty() ? form.getValues() : null), form.setValues)

  const create = (request: ReturnType<typeof requestOf>) =>
    account ? createOfAccount.mutateAsync({ id: account.id, ...request }) : createOwn.mutateAsync(request)

  async function make(draft: Draft) {
    setRefused(undefined)
    try {
      const { token } = await create(requestOf(draft))
      await refreshKeys()
      onMade(token)
    } catch (error) {
      const mistakes = fieldErrors(error, Object.keys(draft))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, messages.settings.keyFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title={account ? `New API key of ${account.name}` : 'New API key'} isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(make, focusFirst(form))}>
        <TextInput label="Name" required data-autofocus maxLength={limits.nameLength} {...form.getInputProps('name')} />
        <NativeSelect
          label="Expires"
          mt="md"
          maw={220}
          data={keyDays.map((days) => ({ value: String(days), label: `after ${days} days` }))}
          {...form.getInputProps('expires_in_days')}
        />
        <CheckList
          legend="Permissions"
          choices={permissions.map((permission) => ({ value: permission, label: permission }))}
          mistake={form.errors['permissions']}
          chosen={form.values.permissions}
          onChoose={(chosen) => form.setFieldValue('permissions', chosen)}
        />
        <CheckList
          legend="Stores"
          areStores
          hint={messages.settings.noKeyStores(account === null)}
          choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={form.values.stores}
          onChoose={(ids) => form.setFieldValue('stores', ids)}
        />
        <FormFoot failure={refused} submit="Make key" isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
