import { Anchor, Pill } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import classes from './filter-chips.module.css'

type Chip<Patch> = { key: string; label: string; patch: Patch }
type Props<Patch> = { chips: readonly Chip<Patch>[]; onRemove: (patch: Patch) => void; onClear: () => void }

/** The chip that takes the place of one that is removed gets its focus, behind the last one "Clear all". */
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

/** What the list is filtered by, each to be taken away, by keyboard too (Mantine's pills leave that out). */
export function FilterChips<Patch>({ chips, onRemove, onClear }: Props<Patch>) {
  const { list, removed } = useFocusOfNext(chips.length)
  if (chips.length === 0) return null
  return (
    <ul ref={list} className={classes.chips} aria-label="Active filters">
      {chips.map(({ key, label, patch }, at) => (
        <li key={key}>
          <Pill
            size="md"
            withRemoveButton
            onRemove={() => {
              removed.current = { at, of: chips.length }
              onRemove(patch)
            }}
            // Without a size of its own, WebKit gives the icon 300 px.
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
