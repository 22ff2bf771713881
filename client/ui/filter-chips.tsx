import { Anchor, Pill } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import classes from './filter-chips.module.css'

type Chip<Patch> = { key: string; label: string; patch: Patch }
type Props<Patch> = { chips: readonly Chip<Patch>[]; onRemove: (patch: Patch) => void; onClear: () => void }

/** After a chip is removed, focuses the next one, or "Clear all" after the last. */
function useFocusOfNext(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<{ at: number; of: number }>(null)
  useLayoutEffect(() => {
    if (removed.current === null || count >= removed.current.of) return
    list.current?.querySelectorAll('button')[removed.current.at]?.focus()
    removed.current = null
  })
  return { list, removed }
}

/** The active filters as removable chips. They can be removed by keyboard, unlike Mantine's pills. */
export function FilterChips<Patch>({ chips, onRemove, onClear }: Props<Patch>) {
  const { list, removed } = useFocusOfNext(chips.length)
  if (chips.length === 0) return null
  return (
    <ul ref={list} className={classes.chips} aria-label="Active filters">
      {chips.map(({ key, label, patch }, index) => (
        <li key={key}>
          <Pill
            size="md"
            withRemoveButton
            onRemove={() => {
              removed.current = { at: index, of: chips.length }
              onRemove(patch)
            }}
            // Without an explicit size, WebKit renders the icon 300 px wide.
            removeButtonProps={{ iconSize: 12, 'aria-label': `Remove ${label}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {label}
          </Pill>
        </li>
      ))}
      <li>
        <Anchor component="button" type="button" size="sm" className={classes.clear ?? ''} onClick={onClear}>
          Clear all
        </Anchor>
      </li>
    </ul>
  )
}
