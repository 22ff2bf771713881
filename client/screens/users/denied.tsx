import { Button, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { messages } from '#shared/messages.ts'

/** Replaces the list for a viewer who lost the right to read it or is refused by the server. */
export function Denied() {
  const { history } = useRouter()
  return (
    <>
      <Title order={1}>Access Denied</Title>
      <EmptyState icon={IconLock} title={messages.team.denied}>
        <Text c="dimmed" size="sm">
          {messages.team.deniedPermission}
        </Text>
        <Text c="dimmed" size="sm">
          {messages.team.deniedRole}
        </Text>
        <Button variant="default" mt="xs" onClick={() => history.back()}>
          Go Back
        </Button>
      </EmptyState>
    </>
  )
}
