import { ActionIcon, Indicator, Popover, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { ScheduleDialogName } from '#client/schedules/schedule-actions.tsx'
import { useRepeat } from '#client/schedules/use-repeat.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { MissingAnswer } from '#client/ui/missing-answer.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { ExportList } from './export-list.tsx'
import { inMotion } from './polling.ts'
import { useMyExports } from './queries.ts'

const MySchedules = lazyBehind(async () => (await import('#client/schedules/my-schedules.tsx')).MySchedules)
const ScheduleDialogs = lazyBehind(async () => (await import('#client/schedules/schedule-dialogs.tsx')).ScheduleDialogs)

/** Opened by its button, or by a link. */
function useOpen() {
  const [isOpen, setOpen] = useState(false)
  const isLinked = useLocation({ select: ({ state }) => state.opensExports === true })
  const navigate = useNavigate()
  function change(willOpen: boolean) {
    setOpen(willOpen)
    if (isLinked && !willOpen) void navigate({ to: '.', search: true, replace: true, state: {} })
  }
  return [isOpen || isLinked, change] as const
}

/** The user's newest exports and their schedules, on every screen. Hidden from users who may not export. */
export function MyExports() {
  const { isAsked, answer, error, asOf } = useMyExports()
  const [isOpen, setOpen] = useOpen()
  const { repeat, dialog } = useRepeat()
  const [about, setAbout] = useState<{ dialog: ScheduleDialogName; schedule: Schedule } | null>(null)
  if (!isAsked) return null
  // The button does not wait for the answer: the header would move when it comes.
  const moving = answer ? inMotion(answer.totals) : 0
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        trapFocus
        returnFocus
        position="bottom-start"
        shadow="md"
        width="min(360px, calc(100vw - 24px))"
      >
        <Popover.Target>
          <ActionIcon
            size={36}
            aria-label={moving > 0 ? `My exports, ${moving} under way` : 'My exports'}
            title="My exports"
            onClick={() => setOpen(!isOpen)}
          >
            <Indicator disabled={moving === 0} size={8} color="brand" processing>
              <IconFileExport size={18} stroke={1.75} aria-hidden />
            </Indicator>
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="My exports" mah="70dvh" style={{ overflowY: 'auto' }}>
          <Text fw={620} size="sm" mb={4}>
            My exports
          </Text>
          <Suspense>
            <MySchedules
              onOpen={(name, schedule) => {
                setOpen(false)
                setAbout({ dialog: name, schedule })
              }}
            />
          </Suspense>
          {!answer ? (
            <MissingAnswer error={error} failed={messages.jobs.loadFailed} loading="Loading exports" />
          ) : answer.jobs.length === 0 ? (
            <Text size="sm" c="dimmed">
              {messages.jobs.noneOfMine}
            </Text>
          ) : (
            <ExportList
              jobs={answer.jobs.slice(0, limits.jobs.recent)}
              asOf={asOf}
              onRepeat={(jobId) => {
                setOpen(false)
                repeat({ from: 'job', jobId })
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {dialog}
      {about && (
        <Suspense>
          <ScheduleDialogs {...about} onClose={() => setAbout(null)} />
        </Suspense>
      )}
    </>
  )
}
