import { Button, Group, Text, Title } from '@mantine/core'
import { localTime } from '#client/format/local-time.ts'
import { whereOf } from '#client/roles/assignment-words.ts'
import { RoleBadge } from '#client/roles/role-badge.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { summary } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { viewerOf } from '#shared/profile.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import type { KeyDialog } from '../key-dialogs.tsx'
import { KeyRow } from '../key-row.tsx'
import type { AccountChange } from './account-change.tsx'
import classes from './service-accounts.module.css'

const words = messages.serviceAccounts
const states = { active: { label: 'Active', color: 'green' }, inactive: { label: 'Inactive', color: 'gray' } } as const

type KeysProps = { account: ServiceAccount; asOf: number; onOpen: (open: KeyDialog) => void }

function Keys({ account, asOf, onOpen }: KeysProps) {
  const held = summary(viewerOf({ user: account })).permissions
  if (account.api_keys.length === 0)
    return (
      <Text c="dimmed" size="sm" mt="xs">
        {account.is_active ? words.noKeys : words.inactiveKeys}
      </Text>
    )
  return (
    <ul className={classes.keys} aria-label={`API keys of ${account.name}`}>
      {account.api_keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          ownerName={account.name}
          // The successor of a key has the same permissions, which the account must still have.
          isReplaceable={key.permissions.every((permission) => held.includes(permission))}
          asOf={asOf}
          onShowCalls={() => onOpen({ dialog: 'calls', key })}
          onRotate={() => onOpen({ dialog: 'rotate', key })}
          onRevoke={() => onOpen({ dialog: 'revoke', key })}
        />
      ))}
    </ul>
  )
}

type Props = KeysProps & { onEdit: () => void; onChange: (change: AccountChange) => void }

/** A service account with its roles and keys, and what can be done about them. `asOf`: when it was read, in milliseconds since 1970. */
export function AccountEntry({ account, asOf, onOpen, onEdit, onChange }: Props) {
  const { id, name, is_active: isActive, user_roles: assignments, created_at: created } = account
  const action = (label: string, onClick: () => void) => (
    <Button variant="default" size="xs" aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <li className={classes.account} aria-labelledby={`account-${id}`}>
      <Group gap="xs">
        <Title order={3} id={`account-${id}`} className={classes.name}>
          {name}
        </Title>
        <StateBadge {...states[isActive ? 'active' : 'inactive']} />
        <Text c="dimmed" size="sm">
          made {localTime(created)}
        </Text>
      </Group>
      <ul className={classes.roles} aria-label={`Roles of ${name}`}>
        {assignments.map((assignment) => (
          <li key={assignment.id}>
            <RoleBadge role={assignment.role} /> {whereOf(assignment)}
          </li>
        ))}
      </ul>
      <Group gap={6} mt="xs">
        {isActive && action('New key', () => onOpen({ dialog: 'form', account }))}
        {action('Edit', onEdit)}
        {isActive ? action('Deactivate', () => onChange('deactivate')) : action('Activate', () => onChange('activate'))}
        {action('Delete', () => onChange('remove'))}
      </Group>
      <Keys account={account} asOf={asOf} onOpen={onOpen} />
    </li>
  )
}
