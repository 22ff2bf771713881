import { Switch } from '@mantine/core'
import { Fragment, use } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './list-keys-dialog.module.css'
import { listShortcuts, panelShortcuts, SingleKeys } from './list-keys.ts'
import { modKey } from './mod-key.ts'

/** They are no single keys, so they work also while those are turned off. */
const withShift = [
  { key: 'Shift + ↑ or ↓', does: 'Select row by row' },
  { key: 'Shift + click', does: 'Select all rows up to this one' },
  { key: modKey('K'), does: 'Search or jump to a screen, a store, an order or a product' },
  { key: modKey('Enter'), does: 'There: copy the address of the order found. In an export: start it' },
]

/** Names the keys of a list, and turns them off and on. */
export function ListKeysDialog({ onClose }: { onClose: () => void }) {
  const { areOn, turn } = use(SingleKeys)
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className={classes.keys}>
        {[...listShortcuts, ...panelShortcuts, ...withShift].map(({ key, does }) => (
          <Fragment key={key}>
            <dt>{does}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </Fragment>
        ))}
      </dl>
      <Switch label="Use single keys in lists" checked={areOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
    </Dialog>
  )
}
