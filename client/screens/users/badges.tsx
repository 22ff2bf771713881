import { Badge } from '@mantine/core'
import { userStatus, type Member } from '#shared/users.ts'
import { levelColor, standings } from './members.ts'

/** A person's status: pending, active or inactive. */
export function StandingBadge({ user }: { user: Member }) {
  const { label, color } = standings[userStatus(user)]
  return <Badge color={color}>{label}</Badge>
}

/** A role's name in the colour of its level. */
export function RoleBadge({ role }: { role: { display_name: string; level: number } | null }) {
  return <Badge color={levelColor(role?.level ?? 0)}>{role?.display_name ?? 'Unknown'}</Badge>
}
