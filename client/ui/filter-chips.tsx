import { Anchor, Pill } from '@mantine/core'
import classes from './filter-chips.module.css'

type Chip<Patch> = { key: string; label: string; patch: Patch }
type Props<Patch> = { chips: readonly Chip<Patch>[]; onRemove: (patch: Patch) => void; onClear: () => void }

/** What the list is filtered by, each to be taken away, by keyboard too (Mantine's pills leave that out). */
export function FilterChips<Patch>({ chips, onRemove, onClear }: Props<Patch>) {
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {chips.map(({ key, label, patch }) => (
        <li key={key}>
          <Pill
            size="md"
            withRemoveButton
            onRemove={() => onRemove(patch)}
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
