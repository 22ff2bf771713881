import { Badge } from '@mantine/core'
import { levelColor } from './level-color.ts'

/** A role's name in the colour of its level. */
export function RoleBadge({ role }: { role: { display_name: string; level: number } | null }) {
  return <Badge color={levelColor(role?.level ?? 0)}>{role?.display_name ?? 'Unknown'}</Badge>
}
