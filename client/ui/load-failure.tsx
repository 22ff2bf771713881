import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = { title: string; sentence: string; retry: () => void; /** Alternatives to the retry. */ children?: ReactNode }

/** Replaces a list that could not be loaded. */
export function LoadFailure({ title, sentence, retry, children }: Props) {
  return (
    <Stack className={classes.room} align="center" justify="center" gap="xs" role="alert">
      <Title order={2}>{title}</Title>
      <Text c="dimmed">{sentence}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
          Retry
        </Button>
        {children}
      </Group>
    </Stack>
  )
}
