import { Stack, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = { icon: Icon; title: string; hint?: string; children?: ReactNode }

/** Says that a list is empty. The children offer what to do about it. */
export function EmptyState({ icon: Icon, title, hint, children }: Props) {
  return (
    <Stack className={classes.room} align="center" justify="center" gap="sm">
      <span className={classes.icon}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </span>
      <Text fw={550}>{title}</Text>
      {hint && (
        <Text c="dimmed" size="sm">
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  )
}
