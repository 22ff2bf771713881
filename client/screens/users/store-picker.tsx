import { Fieldset, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { reachHint } from './invite-draft.ts'
import classes from './team.module.css'

type BoxProps = { label: string; isChecked: boolean; onToggle: () => void }

function Box({ label, isChecked, onToggle }: BoxProps) {
  return (
    <label className={classes.store}>
      <input type="checkbox" checked={isChecked} onChange={onToggle} />
      {label}
    </label>
  )
}

type Props = { chosen: readonly string[]; mistake: ReactNode; onChoose: (ids: string[]) => void }

/** The stores in which the role is to hold. */
export function StorePicker({ chosen, mistake, onChoose }: Props) {
  const { data, error } = api.stores.list.useQuery({})
  const stores = data?.stores ?? []
  const isAll = stores.length > 0 && chosen.length === stores.length
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <Fieldset legend="Stores" mt="md" aria-describedby="stores-hint">
      {!data && !error && <Loader size="sm" aria-label="Loading stores" />}
      {error && <Text c="red">{say(error)}</Text>}
      <Box label="All Stores" isChecked={isAll} onToggle={() => onChoose(isAll ? [] : stores.map(({ id }) => id))} />
      <div className={classes.stores}>
        {stores.map(({ id, name }) => (
          <Box key={id} label={name} isChecked={chosen.includes(id)} onToggle={() => toggle(id)} />
        ))}
      </div>
      <Text id="stores-hint" role="status" size="sm" c={mistake ? 'var(--mantine-color-error)' : 'dimmed'} mt={6}>
        {mistake ?? reachHint(chosen, stores.length)}
      </Text>
    </Fieldset>
  )
}
