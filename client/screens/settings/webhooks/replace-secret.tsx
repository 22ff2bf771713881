import { Button, Group, Text } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Webhook } from '#shared/webhooks.ts'

type Props = { webhook: Webhook; onMade: (secret: string) => void; onClose: () => void }

/** Says for how long both secrets sign, and makes the new one. */
export function ReplaceSecret({ webhook: { id, name }, onMade, onClose }: Props) {
  const rotate = api.settings.webhooks.rotateSecret.useMutation({ onSuccess: ({ secret }) => onMade(secret) })
  return (
    <Dialog onClose={onClose} title="Replace secret" size="sm">
      <Text size="md">{messages.webhooks.rotateExplained(name, limits.webhooks.secretOverlapHours)}</Text>
      {rotate.error && (
        <Banner kind="error" mt="md">
          {say(rotate.error, messages.webhooks.rotateFailed)}
        </Banner>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate({ id })}>
          Replace secret
        </Button>
      </Group>
    </Dialog>
  )
}
