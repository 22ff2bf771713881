import { Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import { reachHint } from './invite-draft.ts'

type Props = { chosen: readonly string[]; mistake: ReactNode; onChoose: (ids: string[]) => void }

/** The stores in which the role is to hold. */
export function StorePicker({ chosen, mistake, onChoose }: Props) {
  const { data, error } = api.stores.list.useQuery({})
  const stores = data?.stores ?? []
  const isAll = stores.length > 0 && chosen.length === stores.length
  return (
    <CheckList
      legend="Stores"
      choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChoose={onChoose}
      hint={reachHint(chosen, stores.length)}
      mistake={mistake}
    >
      {!data && !error && <Loader size="sm" aria-label="Loading stores" />}
      {error && <Text c="var(--mantine-color-error)">{say(error)}</Text>}
      <ChoiceLine label="All Stores" isChecked={isAll} onToggle={() => onChoose(isAll ? [] : stores.map(({ id }) => id))} />
    </CheckList>
  )
}
