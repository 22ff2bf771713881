import { Badge, type MantineColor } from '@mantine/core'

/** A state, shown by word and colour. */
export function StateBadge({ label, color }: { label: string; color: MantineColor }) {
  return <Badge color={color}>{label}</Badge>
}
