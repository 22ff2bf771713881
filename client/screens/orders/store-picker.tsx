import { Button, Popover } from '@mantine/core'
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { rememberStore, useStoreSwitch } from '#client/session/chosen-store.ts'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import { containsText } from '#client/ui/contains-text.ts'
import menuClasses from '#client/ui/filter-menu.module.css'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { StoreSearch, wantsSearch } from '#client/ui/store-search.tsx'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'
import { useOrderSearch } from './search.ts'
import classes from './store-picker.module.css'

type Props = { stores: readonly Store[]; chosen: readonly Store[] }

function buttonText({ stores, chosen }: Props): string {
  if (chosen.length > 1 && chosen.length === stores.length) return 'All stores'
  return chosen.length === 1 ? (chosen[0]?.name ?? '') : `${chosen.length} stores`
}

/** One store, several, or all of them. The last one cannot be taken out. */
export function OrderStorePicker({ stores, chosen }: Props) {
  const { change } = useOrderSearch()
  const [typed, setTyped] = useState('')
  const ids = chosen.map(({ id }) => id)
  const isAll = ids.length === stores.length
  const [only, ...others] = chosen
  // Several stores, or all, are for this once: only one store is what a person works in.
  const show = (shown: readonly string[]) => {
    const [first, ...more] = stores.filter(({ id }) => shown.includes(id))
    if (first && more.length === 0) rememberStore(first)
    change({ stores: [...shown] })
  }
  useStoreSwitch(({ id }) => change({ stores: [id] }))
  const toggle = (id: string, isOn: boolean) => show(isOn ? [...ids, id] : ids.filter((other) => other !== id))
  const toggleAll = () => change({ stores: isAll ? [] : 'all' })
  const found = stores.filter(({ name }) => containsText(name, typed))
  return (
    <Popover trapFocus returnFocus position="bottom-end" shadow="md" width={300} onClose={() => setTyped('')}>
      <Popover.Target>
        <Button
          variant="default"
          px="xs"
          leftSection={only && others.length === 0 ? <StoreMark {...only} /> : <IconBuildingStore size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {buttonText({ stores, chosen })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={menuClasses.dropdown ?? ''}>
        {wantsSearch(stores.length) && <StoreSearch value={typed} onType={setTyped} />}
        <fieldset className={classes.list} aria-label="Stores">
          {typed === '' && stores.length > 1 && stores.length <= limits.storesAtOnce && (
            <ChoiceLine label="All stores" isChecked={isAll} onToggle={toggleAll} />
          )}
          {found.map((store) => (
            <div key={store.id} className={classes.store}>
              <ChoiceLine
                label={store.name}
                isChecked={ids.includes(store.id)}
                disabled={ids.includes(store.id) ? ids.length === 1 : ids.length >= limits.storesAtOnce}
                onToggle={(isOn) => toggle(store.id, isOn)}
              />
              <Button size="compact-xs" variant="subtle" aria-label={`Only ${store.name}`} onClick={() => show([store.id])}>
                Only
              </Button>
              <StoreMark {...store} />
            </div>
          ))}
          {found.length === 0 && <div className={menuClasses.note}>No matches</div>}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
