import { Button, Group, Text } from '@mantine/core'
import { localTime } from '#client/format/local-time.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { endInWords } from './expiry.ts'
import classes from './settings.module.css'

type Props = {
  apiKey: ApiKey
  /** Whether everybody's keys are shown. */
  isAll: boolean
  isOwn: boolean
  /** When the keys were read, in milliseconds since 1970. */
  asOf: number
  onShowCalls: () => void
  onRotate: () => void
  onRevoke: () => void
}

/** An API key, with what can be done about it. */
export function KeyRow({ apiKey, isAll, isOwn, asOf, onShowCalls, onRotate, onRevoke }: Props) {
  const { name, hint, owner, permissions, store_ids: stores, created_at: created, last_used_at: used, expires_at: end } = apiKey
  const reach = stores === null ? 'all stores of the owner' : `${stores.length} store(s)`
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={550}>
          {name} {hint !== null && <code className={classes.hint}>{hint}</code>}
        </Text>
        <Text size="sm">{permissions.join(', ')}</Text>
        <Text c="dimmed" size="sm">
          {isAll && `${owner.email} · `}
          {reach} · made {localTime(created)} · {used === null ? 'never used' : `last used ${localTime(used)}`} ·{' '}
          <span title={end === null ? undefined : localTime(end)}>{endInWords(end, asOf)}</span>
        </Text>
      </div>
      <Group gap="xs" className={classes.rowActions ?? ''}>
        <Button variant="default" size="xs" aria-label={`Last calls of ${name}`} onClick={onShowCalls}>
          Last calls
        </Button>
        {isOwn && (end === null || Date.parse(end) > asOf) && (
          <Button variant="default" size="xs" aria-label={`Replace ${name}`} onClick={onRotate}>
            Replace
          </Button>
        )}
        <Button variant="default" size="xs" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </Group>
    </li>
  )
}
