import { ActionIcon, Indicator, Popover, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { ExportList } from './export-list.tsx'
import { inMotion } from './polling.ts'
import { useMyExports } from './queries.ts'

/** The user's newest exports, on every screen. Hidden from users who may not export. */
export function MyExports() {
  const { answer, asOf } = useMyExports()
  if (!answer) return null
  const moving = inMotion(answer.totals)
  return (
    <Popover trapFocus returnFocus position="bottom-start" shadow="md" width="min(360px, calc(100vw - 24px))">
      <Popover.Target>
        <ActionIcon size={36} aria-label={moving > 0 ? `My exports, ${moving} under way` : 'My exports'} title="My exports">
          <Indicator disabled={moving === 0} size={8} color="brand" processing>
            <IconFileExport size={18} stroke={1.75} aria-hidden />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="My exports" mah="70dvh" style={{ overflowY: 'auto' }}>
        <Text fw={620} size="sm" mb={4}>
          My exports
        </Text>
        {answer.jobs.length === 0 ? (
          <Text size="sm" c="dimmed">
            {messages.jobs.noneOfMine}
          </Text>
        ) : (
          <ExportList jobs={answer.jobs.slice(0, limits.jobs.recent)} asOf={asOf} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
