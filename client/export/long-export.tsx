import { Button, Group, Text } from '@mantine/core'
import { Banner } from '#client/ui/banner.tsx'
import { estimateMessages } from '#shared/estimate-messages.ts'
import { limits } from '#shared/limits.ts'

type Props = {
  /** The estimated duration. null or undefined: unknown. */
  seconds: number | null | undefined
  onBackground: () => void
}

/** Offers a background job instead of a dialog that has to stay open for long. */
export function LongExport({ seconds, onBackground }: Props) {
  if (!seconds || seconds < limits.longExportSeconds) return null
  return (
    <Banner kind="note">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{estimateMessages.takesLong(seconds)}</Text>
        <Button size="xs" variant="default" onClick={onBackground}>
          Run in the background
        </Button>
      </Group>
    </Banner>
  )
}
