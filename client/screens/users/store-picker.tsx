import { Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '#client/failure.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import { areAllChosen, reachHint } from './invite-draft.ts'

type Props = {
  /** Undefined while they load. */
  stores: readonly { id: string; name: string }[] | undefined
  /** The error if they could not be loaded. */
  failure: unknown
  chosen: readonly string[]
  mistake: ReactNode
  /** The path of the form field, by which the form finds the element to focus. */
  path: string
  onChoose: (ids: string[]) => void
}

/** The stores that the invited role is for. */
export function InviteStorePicker({ stores: loaded, failure, chosen, mistake, path, onChoose }: Props) {
  const stores = loaded ?? []
  const isAll = areAllChosen(chosen, stores)
  return (
    <CheckList
      legend="Stores"
      areStores
      choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChoose={onChoose}
      hint={reachHint(chosen, stores)}
      mistake={mistake}
    >
      {!loaded && !failure && <Loader size="sm" aria-label="Loading stores" />}
      {failure ? <Text c="var(--mantine-color-error)">{say(failure)}</Text> : null}
      <ChoiceLine
        label="All Stores"
        isChecked={isAll}
        onToggle={() => onChoose(isAll ? [] : stores.map(({ id }) => id))}
        aria-invalid={Boolean(mistake)}
        data-path={path}
      />
    </CheckList>
  )
}
