import { Button, Group, Text } from '@mantine/core'
import { momentIn } from '#client/format/store-time.ts'
import { Can } from '#client/session/can.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'

type Props = { schedule: Schedule; onClose: () => void }

/** Says that a new schedule is there, when it runs first, and where it is found. */
export function SavedSchedule({ schedule: { name, nextRuns, timezone }, onClose }: Props) {
  const [first] = nextRuns
  return (
    <Dialog onClose={onClose} title="Schedule added" size="sm">
      <Text size="md">{first === undefined ? name : scheduleMessages.runsFirst(name, momentIn(timezone, first), timezone)}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        {scheduleMessages.whereFound}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Can do="jobs.list">
          <ButtonLink to="/jobs/schedules" onClick={onClose}>
            Show schedules
          </ButtonLink>
        </Can>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}
