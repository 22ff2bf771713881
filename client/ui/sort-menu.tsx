import { Button, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useId } from 'react'
import { ChoiceLine } from './choice-line.tsx'
import menuClasses from './filter-menu.module.css'
import classes from './sort-menu.module.css'

type Sort = { key: string; label: string }
type Direction = { label: string; reverse: boolean }
type Props<Option extends Sort> = {
  sorts: readonly Option[]
  sortKey: Option['key']
  onSort: (sort: Option) => void
  directions: readonly Direction[]
  reverse: boolean
  onReverse: (reverse: boolean) => void
}

const arrow = { false: IconArrowUp, true: IconArrowDown }

/** "Sort by": the field and the direction. */
export function SortMenu<Option extends Sort>({ sorts, sortKey, onSort, directions, reverse, onReverse }: Props<Option>) {
  const name = useId()
  return (
    <Popover trapFocus returnFocus position="bottom-end" shadow="md" width={230}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconArrowsSort size={14} aria-hidden />}>
          Sort
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Sort by" className={menuClasses.dropdown ?? ''}>
        <fieldset className={classes.options}>
          <legend className={classes.legend}>Sort by</legend>
          {sorts.map((sort) => (
            <ChoiceLine
              key={sort.key}
              type="radio"
              name={name}
              label={sort.label}
              isChecked={sort.key === sortKey}
              onToggle={() => onSort(sort)}
            />
          ))}
        </fieldset>
        <div className={classes.directions}>
          {directions.map(({ label, reverse: way }) => {
            const Arrow = arrow[`${way}`]
            return (
              <Button
                key={label}
                size="xs"
                justify="start"
                fullWidth
                variant={way === reverse ? 'light' : 'subtle'}
                color={way === reverse ? 'brand' : 'gray'}
                aria-pressed={way === reverse}
                leftSection={<Arrow size={14} aria-hidden />}
                onClick={() => onReverse(way)}
              >
                {label}
              </Button>
            )
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
