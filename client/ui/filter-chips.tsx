import { Anchor, Pill, Popover } from '@mantine/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './filter-chips.module.css'
import menuClasses from './filter-menu.module.css'

type Chip<Field, Patch> = { field: Field; key: string; label: string; patch: Patch }
type Props<Field, Patch> = {
  chips: readonly Chip<Field, Patch>[]
  onRemove: (patch: Patch) => void
  onClear: () => void
  /** One short chip, which has its place beside the tabs. */
  isBrief?: boolean
  /** Changes a filter in place. */
  children: (field: Field) => ReactNode
}

/** After a chip is removed, focuses the next one, or "Clear all" after the last. */
function useFocusOfNext(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<{ at: number; of: number }>(null)
  useLayoutEffect(() => {
    if (removed.current === null || count >= removed.current.of) return
    list.current?.querySelectorAll<HTMLElement>('[data-removes]')[removed.current.at]?.focus()
    removed.current = null
  })
  return { list, removed }
}

/** The label of a chip, which opens the filter. */
function ChipLabel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover trapFocus returnFocus position="bottom-start" shadow="md" width={280}>
      <Popover.Target>
        <button type="button" className={classes.label} title="Change this filter">
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={menuClasses.dropdown ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  )
}

/** The active filters as chips that can be changed and removed, also by keyboard, unlike Mantine's pills. */
export function FilterChips<Field, Patch>({ chips, onRemove, onClear, isBrief = false, children }: Props<Field, Patch>) {
  const { list, removed } = useFocusOfNext(chips.length)
  if (chips.length === 0) return null
  // A chip whose value changes stays the same chip, so that its menu stays open.
  const places = chips.map(
    ({ field }, index) => `${String(field)} ${chips.slice(0, index).filter((other) => other.field === field).length}`,
  )
  return (
    <ul ref={list} className={classes.chips} aria-label="Active filters" data-brief={isBrief || undefined}>
      {chips.map(({ field, label, patch }, index) => (
        <li key={places[index]}>
          <Pill
            size="md"
            className={classes.chip ?? ''}
            withRemoveButton
            onRemove={() => {
              removed.current = { at: index, of: chips.length }
              onRemove(patch)
            }}
            // Without an explicit size, WebKit renders the icon 300 px wide.
            removeButtonProps={{ iconSize: 12, 'aria-label': `Remove ${label}`, 'aria-hidden': false, tabIndex: 0, ...removes }}
          >
            <ChipLabel label={label}>{children(field)}</ChipLabel>
          </Pill>
        </li>
      ))}
      <li>
        <Anchor component="button" type="button" size="sm" className={classes.clear ?? ''} onClick={onClear} {...removes}>
          Clear all
        </Anchor>
      </li>
    </ul>
  )
}

const removes = { 'data-removes': true }
