import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { say } from '#client/failure.ts'
import { messages } from '#shared/messages.ts'
import { useProductSearch } from './search.ts'

/** Why there is no list, and what to try. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { search, change } = useProductSearch()
  return (
    <Center mih={240} flex={1} p="lg" role="alert">
      <Stack align="center" gap="xs" ta="center">
        <Title order={2}>{messages.products.loadFailed}</Title>
        <Text c="dimmed">{say(error)}</Text>
        <Group gap="xs" mt="xs">
          <Button onClick={onRetry}>Retry</Button>
          {search.trail.length > 0 && (
            <Button variant="default" onClick={() => change({})}>
              First page
            </Button>
          )}
        </Group>
      </Stack>
    </Center>
  )
}
