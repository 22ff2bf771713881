import { Button, Center, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { reasonOf } from '#client/failure.ts'

/** Replaces a screen that failed to render, so that the rest of the page keeps working. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <Center mih={320} role="alert">
      <Stack align="center" gap="sm">
        <Title order={1}>This screen could not be shown</Title>
        <Text c="dimmed">{reasonOf(error, 'Please try again.')}</Text>
        <Button onClick={reset}>Try again</Button>
      </Stack>
    </Center>
  )
}
