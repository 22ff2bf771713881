import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Can } from '#client/session/can.tsx'
import { ActiveBadge } from '#client/ui/store-badges.tsx'
import { traits } from '#shared/platforms.ts'
import type { Store } from '#shared/stores.ts'
import { ConnectionTest } from './connection-test.tsx'
import { StoreStateLine } from './store-state.tsx'
import classes from './stores.module.css'

/** `saves` counts the saves on this screen. */
type Props = { store: Store; saves: number; onEdit: (store: Store) => void; onDelete: (store: Store) => void }

export function StoreCard({ store, saves, onEdit, onDelete }: Props) {
  const [told, setTold] = useState<{ reason: string | null; saves: number } | null>(null)
  const { label, hasLocation } = traits[store.platform]
  const location = hasLocation ? (store.locationId ?? <span className={classes.unset}>Not set</span>) : '–'
  const facts = [
    ['Platform', label],
    ['Currency', store.currency],
    ['Timezone', store.timezone],
    ['Location ID', location],
  ] as const
  return (
    <li className={classes.card} aria-labelledby={`store-${store.id}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div className={classes.names}>
          <Title order={2} id={`store-${store.id}`}>
            {store.name}
          </Title>
          <Text c="dimmed" size="sm" className={classes.domain}>
            {store.domain}
          </Text>
        </div>
        <ActiveBadge isActive={store.active} />
      </Group>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <StoreStateLine {...store} told={told?.saves === saves ? told.reason : null} />
      <div className={classes.foot}>
        <ConnectionTest key={saves} store={store} onTold={(reason) => setTold({ reason, saves })} />
        <Group gap={4} className={classes.actions}>
          <Can do="stores.update" storeId={store.id}>
            <ActionIcon aria-label={`Edit ${store.name}`} title="Edit" size={36} onClick={() => onEdit(store)}>
              <IconPencil size={18} stroke={1.75} />
            </ActionIcon>
          </Can>
          <Can do="stores.remove" storeId={store.id}>
            <ActionIcon aria-label={`Delete ${store.name}`} title="Delete" color="red" size={36} onClick={() => onDelete(store)}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Can>
        </Group>
      </div>
    </li>
  )
}
