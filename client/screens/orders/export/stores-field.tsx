import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { containsText } from '#client/ui/contains-text.ts'
import { StoreSearch, wantsSearch } from '#client/ui/store-search.tsx'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'
import classes from './export.module.css'

type Props = {
  stores: readonly Store[]
  /** Those that the viewer may export from. */
  open: readonly string[]
  chosen: readonly string[]
  onChoose: (storeIds: string[]) => void
}

/** The stores that go into the file, one after another. Those that the viewer may only read stay out. */
export function StoresField({ stores, open, chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const found = stores.filter(({ name }) => containsText(name, typed))
  const isAll = open.every((id) => chosen.includes(id))
  const choose = (ids: readonly string[]) => onChoose(open.filter((id) => ids.includes(id)))
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <>
      {wantsSearch(stores.length) && <StoreSearch value={typed} onType={setTyped} />}
      <fieldset className={classes.stores} aria-label="Stores">
        <Stack gap="xs">
          {typed === '' && open.length > 1 && open.length <= limits.storesAtOnce && (
            <Checkbox label="All stores" checked={isAll} onChange={() => choose(isAll ? [] : open)} />
          )}
          {found.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              disabled={!open.includes(id) || (!chosen.includes(id) && chosen.length >= limits.storesAtOnce)}
              onChange={() => toggle(id)}
              {...(!open.includes(id) && { description: 'You can read its orders, but not export them' })}
            />
          ))}
          {found.length === 0 && <span>No matches</span>}
        </Stack>
      </fieldset>
    </>
  )
}
