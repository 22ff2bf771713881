import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ApiKey } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { refreshKeys } from './refresh-keys.ts'

const dayHours = 24
/** The offered overlaps, in hours. */
const overlaps = [0, 1, limits.apiKeyOverlapHours.default, limits.apiKeyOverlapHours.max] as const

function overlapInWords(hours: number): string {
  if (hours === 0) return 'Ends at once'
  const [count, noun] = hours < dayHours ? [hours, 'hour'] : [hours / dayHours, 'day']
  return `Works for ${count} more ${noun}${count === 1 ? '' : 's'}`
}

type Props = { apiKey: ApiKey; onMade: (token: string) => void; onClose: () => void }

/** Asks how long the old key keeps working, and makes its successor. */
export function RotateKey({ apiKey: { id, name }, onMade, onClose }: Props) {
  const [hours, setHours] = useState<number>(limits.apiKeyOverlapHours.default)
  const rotate = api.profile.rotateApiKey.useMutation({
    onSuccess: async ({ token }) => {
      await refreshKeys()
      onMade(token)
    },
  })
  return (
    <Dialog onClose={onClose} title="Replace API key" size="sm">
      <Text size="md">{messages.settings.rotateExplained(name)}</Text>
      <NativeSelect
        label="The old key"
        mt="md"
        value={String(hours)}
        data={overlaps.map((one) => ({ value: String(one), label: overlapInWords(one) }))}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
        data-autofocus
      />
      {rotate.error && (
        <Banner kind="error" mt="md">
          {say(rotate.error, messages.settings.keyFailed)}
        </Banner>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate({ id, overlap_hours: hours })}>
          Replace key
        </Button>
      </Group>
    </Dialog>
  )
}
