import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { useAccess } from '#client/session/viewer.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { can, type Permission } from '#shared/access.ts'
import { ApiKeyCreateRequest } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { keyDays } from './expiry.ts'

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

/** All stores for a person who may list them, otherwise the stores that their assignments name. */
function useOwnStores() {
  const { profile, viewer } = useAccess()
  const { data } = api.stores.list.useQuery({}, { enabled: can(viewer, 'stores.list') })
  const assigned = profile?.user.user_roles.flatMap(({ store }) => store ?? []) ?? []
  return data?.stores ?? [...new Map(assigned.map((store) => [store.id, store])).values()]
}

const useKeptDraft = draftKeeper<Draft>('apiKey')

type Props = { onMade: (token: string) => void; onClose: () => void }

/** The modal that creates a key with its permissions and stores. A key never has more rights than its owner. */
export function KeyForm({ onMade, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const { profile } = useAccess()
  const stores = useOwnStores()
  const create = api.profile.createApiKey.useMutation()
  const form = useForm<Draft>({ initialValues: untouched, validate: mistakesIn })
  useKeptDraft('', () => (form.isDirty() ? form.getValues() : null), form.setValues)

  async function make(draft: Draft) {
    setRefused(undefined)
    try {
      const { token } = await create.mutateAsync(requestOf(draft))
      await cache.profile.apiKeys.invalidate()
      onMade(token)
    } catch (error) {
      const mistakes = fieldErrors(error, Object.keys(draft))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, messages.settings.keyFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title="New API key" isFilled={() => form.isDirty()}>
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
          choices={(profile?.permissions ?? []).map((permission) => ({ value: permission, label: permission }))}
          mistake={form.errors['permissions']}
          chosen={form.values.permissions}
          onChoose={(permissions) => form.setFieldValue('permissions', permissions)}
        />
        <CheckList
          legend="Stores"
          areStores
          hint="None selected: all your stores"
          choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={form.values.stores}
          onChoose={(ids) => form.setFieldValue('stores', ids)}
        />
        <FormFoot failure={refused} submit="Make key" isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
