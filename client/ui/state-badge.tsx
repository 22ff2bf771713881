import { Badge, type MantineColor } from '@mantine/core'
import classes from './state-badge.module.css'

/** The state that something is in, told by word and colour. */
export function StateBadge({ label, color }: { label: string; color: MantineColor }) {
  return (
    <Badge classNames={{ label: classes.label ?? '' }} size="sm" variant="light" color={color} tt="none" fw={550}>
      {label}
    </Badge>
  )
}
