import { Button, Group, Text } from '@mantine/core'
import { localTime } from '#client/format/local-time.ts'
import { counted } from '#client/format/words.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { endInWords } from './expiry.ts'
import classes from './settings.module.css'

type Props = {
  apiKey: ApiKey
  /** The owner's e-mail address, or the service account's name, which stands above its keys. null: all listed keys have one owner. */
  ownerName: string | null
  /** Whether the viewer may replace the key while it works. */
  isReplaceable: boolean
  /** When the keys were read, in milliseconds since 1970. */
  asOf: number
  onShowCalls: () => void
  onRotate: () => void
  onRevoke: () => void
}

/** An API key, with what can be done about it. */
export function KeyRow({ apiKey, ownerName, isReplaceable, asOf, onShowCalls, onRotate, onRevoke }: Props) {
  const { name, hint, owner, permissions, store_ids: stores, created_at: created, last_used_at: used, expires_at: end } = apiKey
  const isOfService = owner.email === null
  const reach = stores === null ? `all stores of the ${isOfService ? 'account' : 'owner'}` : counted(stores.length, 'store')
  // Keys of different owners may have the same name.
  const label = ownerName === null ? name : `${name} of ${ownerName}`
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={550}>
          {name} {hint !== null && <code className={classes.hint}>{hint}</code>}
        </Text>
        <Text size="sm">{permissions.join(', ')}</Text>
        <Text c="dimmed" size="sm">
          {ownerName !== null && !isOfService && `${ownerName} · `}
          {reach} · made {localTime(created)} · {used === null ? 'never used' : `last used ${localTime(used)}`} ·{' '}
          <span title={end === null ? undefined : localTime(end)}>{endInWords(end, asOf)}</span>
        </Text>
      </div>
      <Group gap="xs" className={classes.rowActions ?? ''}>
        <Button variant="default" size="xs" aria-label={`Last calls of ${label}`} onClick={onShowCalls}>
          Last calls
        </Button>
        {isReplaceable && (end === null || Date.parse(end) > asOf) && (
          <Button variant="default" size="xs" aria-label={`Replace ${label}`} onClick={onRotate}>
            Replace
          </Button>
        )}
        <Button variant="default" size="xs" aria-label={`Revoke ${label}`} onClick={onRevoke}>
          Revoke
        </Button>
      </Group>
    </li>
  )
}
