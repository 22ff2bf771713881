import { Badge } from '@mantine/core'
import { userStatus, type Member } from '#shared/users.ts'
import { standings } from './members.ts'

/** A person's status: pending, active or inactive. */
export function StandingBadge({ user }: { user: Member }) {
  const { label, color } = standings[userStatus(user)]
  return <Badge color={color}>{label}</Badge>
}
