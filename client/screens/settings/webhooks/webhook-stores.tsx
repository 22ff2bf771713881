import type { ReactNode } from 'react'
import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import { can } from '#shared/access.ts'

type Props = { chosen: readonly string[] | null; mistake: ReactNode; onChoose: (ids: string[] | null) => void }

/** The stores that a webhook tells of: all of them, later ones too, or chosen ones. */
export function WebhookStores({ chosen, mistake, onChoose }: Props) {
  const viewer = useViewer()
  const stores = api.stores.list.useQuery({}).data?.stores.filter(({ id }) => can(viewer, 'webhooks.manage', id)) ?? []
  return (
    <CheckList
      legend="Stores"
      areStores={chosen !== null}
      choices={chosen === null ? [] : stores.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen ?? []}
      mistake={mistake}
      onChoose={onChoose}
    >
      {can(viewer, 'webhooks.manage', null) && (
        <ChoiceLine label="All stores" isChecked={chosen === null} onToggle={(isAll) => onChoose(isAll ? null : [])} />
      )}
    </CheckList>
  )
}
