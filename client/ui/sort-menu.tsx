import { Button, Popover } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { Suspense } from 'react'
import menuClasses from './filter-menu.module.css'
import { lazyBehind } from './lazy-behind.ts'

const SortChoices = lazyBehind(async () => (await import('./sort-choices.tsx')).SortChoices)

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

/** "Sort by": the field and the direction. */
export function SortMenu<Option extends Sort>({ sorts, sortKey, onSort, directions, reverse, onReverse }: Props<Option>) {
  return (
    <Popover trapFocus returnFocus position="bottom-end" shadow="md" width={230}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconArrowsSort size={14} aria-hidden />}>
          Sort
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Sort by" className={menuClasses.dropdown ?? ''}>
        <Suspense>
          <SortChoices
            sorts={sorts.map((sort) => ({ label: sort.label, isOn: sort.key === sortKey, choose: () => onSort(sort) }))}
            directions={directions.map((way) => ({ ...way, isOn: way.reverse === reverse, choose: () => onReverse(way.reverse) }))}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
