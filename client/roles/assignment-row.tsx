import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { SearchSelect } from '#client/ui/search-select.tsx'
import type { Action } from '#shared/access.ts'
import type { Role } from '#shared/profile.ts'
import { isForStore, type AssignmentDraft } from './assignment-draft.ts'
import { mayGive, roleChoices } from './role-choices.ts'
import classes from './roles.module.css'

type Props = {
  name: string
  assignment: AssignmentDraft
  /** The action by which the role is given. */
  action: Action
  roles: readonly Role[]
  onChange: (assignment: AssignmentDraft) => void
  onRemove: () => void
}

/** The fields of one assignment: its role and its store. */
export function AssignmentRow({ name, assignment, action, roles, onChange, onRemove }: Props) {
  const { role_id: roleId, store_id: storeId } = assignment
  const stores = api.stores.list.useQuery({}).data?.stores ?? []
  const isGone = storeId !== '' && !stores.some(({ id }) => id === storeId)
  const viewer = useViewer()
  const role = roles.find(({ id }) => id === roleId)
  const isOff = (store: string) => role !== undefined && store !== storeId && !mayGive(viewer, action, role, store || null)
  const isRequired = isForStore(roleId, roles)
  return (
    <fieldset className={classes.row} aria-label={name}>
      <NativeSelect
        label="Role"
        required
        data={roleChoices(viewer, action, roles, roleId)}
        value={roleId}
        onChange={({ currentTarget }) => onChange({ ...assignment, role_id: currentTarget.value })}
      />
      <SearchSelect
        nothingFoundMessage="No matches"
        label={isRequired || roleId === '' ? 'Store' : 'Store (optional)'}
        required={isRequired}
        disabled={roleId === ''}
        data={[
          { value: '', label: 'All Stores', disabled: isOff('') },
          ...stores.map(({ id, name: label }) => ({ value: id, label, disabled: isOff(id) })),
          ...(isGone ? [{ value: storeId, label: 'Unknown Store' }] : []),
        ]}
        value={storeId}
        // Selects the current name, so that the first typed letter replaces it and starts a search.
        onClick={({ currentTarget }) => currentTarget.select()}
        onChange={(id) => onChange({ ...assignment, store_id: id ?? '' })}
      />
      <ActionIcon aria-label={`Remove ${name.toLowerCase()}`} title="Remove" size={36} onClick={onRemove}>
        <IconX size={18} stroke={1.75} />
      </ActionIcon>
    </fieldset>
  )
}
