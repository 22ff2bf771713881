import { Button, Popover } from '@mantine/core'
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import menuClasses from '#client/ui/filter-menu.module.css'
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
  const ids = chosen.map(({ id }) => id)
  const isAll = ids.length === stores.length
  const toggle = (id: string, isOn: boolean) => change({ stores: isOn ? [...ids, id] : ids.filter((other) => other !== id) })
  const toggleAll = () => change({ stores: isAll ? [] : 'all' })
  return (
    <Popover trapFocus returnFocus position="bottom-end" shadow="md" width={280}>
      <Popover.Target>
        <Button
          variant="default"
          px="xs"
          leftSection={<IconBuildingStore size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {buttonText({ stores, chosen })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={menuClasses.dropdown ?? ''}>
        <fieldset className={classes.list} aria-label="Stores">
          {stores.length > 1 && stores.length <= limits.storesAtOnce && (
            <ChoiceLine label="All stores" isChecked={isAll} onToggle={toggleAll} />
          )}
          {stores.map(({ id, name }) => (
            <div key={id} className={classes.store}>
              <ChoiceLine
                label={name}
                isChecked={ids.includes(id)}
                disabled={ids.includes(id) ? ids.length === 1 : ids.length >= limits.storesAtOnce}
                onToggle={(isOn) => toggle(id, isOn)}
              />
              <Button size="compact-xs" variant="subtle" aria-label={`Only ${name}`} onClick={() => change({ stores: [id] })}>
                Only
              </Button>
            </div>
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
