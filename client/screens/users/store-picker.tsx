import { Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '#client/failure.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import { areAllChosen, reachHint } from './invite-draft.ts'

type Props = {
  /** Nothing while they are not there yet. */
  stores: readonly { id: string; name: string }[] | undefined
  /** Why they could not be had. */
  failure: unknown
  chosen: readonly string[]
  mistake: ReactNode
  /** By which the form finds what to give the focus. */
  path: string
  onChoose: (ids: string[]) => void
}

/** The stores in which the role is to hold. */
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
