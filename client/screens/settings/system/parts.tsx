import { Text } from '@mantine/core'
import { fileSize } from '#client/format/file-size.ts'
import { statusLooks } from '#client/format/job-words.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { isSettled, jobStatuses } from '#shared/jobs.ts'
import { systemMessages } from '#shared/system-messages.ts'
import type { SystemState } from '#shared/system.ts'
import { Part } from './figures.tsx'
import { milliseconds, number, waitingSince, when } from './system-words.ts'

type Props = { system: SystemState }
const databases = { sqlite: 'SQLite', postgres: 'Postgres' } as const

export const DatabasePart = ({ system: { database } }: Props) => (
  <Part
    title="Database"
    rows={[
      ['Kind', databases[database.kind]],
      ['State', database.isUp ? 'Answers' : 'Does not answer'],
      ['Size', database.bytes === null ? null : fileSize(database.bytes)],
      ['Migrations', migrationsInWords(database)],
    ]}
  />
)

function migrationsInWords({ appliedMigrations: applied, pendingMigrations: pending }: SystemState['database']): string | null {
  if (applied === null || pending === null) return null
  return pending === 0 ? `All ${number(applied)} applied` : systemMessages.pendingMigrations(pending)
}

export const QueuePart = ({ system: { queue, at } }: Props) => (
  <Part
    title="Exports"
    rows={
      queue && [
        ...jobStatuses
          .filter((status) => !isSettled({ status }))
          .map((status) => [statusLooks[status].label, number(queue.open[status] ?? 0)] as const),
        ['Oldest that is due', waitingSince(queue.oldestWaitingSeconds, at)],
      ]
    }
  >
    <Text size="sm" mt={8}>
      <TextLink to="/jobs">All jobs</TextLink>
    </Text>
  </Part>
)

export const FailuresPart = ({ system: { failures } }: Props) => (
  <Part title="Exports that failed within 24 hours" rows={failures && failures.map(({ code, count }) => [code, number(count)] as const)}>
    {failures?.length === 0 && <Text size="sm">{systemMessages.noFailures}</Text>}
  </Part>
)

export const MailPart = ({ system: { mail, at } }: Props) => (
  <Part
    title="Mail"
    rows={
      mail && [
        ...(mail.isSent ? [] : [['Mail server', systemMessages.mailFolder] as const]),
        ['Waiting', number(mail.waiting)],
        ['Oldest', waitingSince(mail.oldestWaitingSeconds, at)],
        ['Failing since', mail.failingSince ? when(mail.failingSince, at) : 'Not failing'],
        ['Given up', number(mail.refused)],
      ]
    }
  />
)

const inWords = (delay: SystemState['mainDelay']) =>
  delay && `${milliseconds(delay.median)} median, ${milliseconds(delay.p99)} p99, ${milliseconds(delay.most)} most`

export const DelayPart = ({ system: { mainDelay, workerDelay, hasWorkerThread } }: Props) => (
  <Part
    title="Event-loop delay"
    rows={[
      ['Calls', inWords(mainDelay)],
      ['Exports', hasWorkerThread ? inWords(workerDelay) : 'In another process'],
    ]}
  />
)

export const StoragePart = ({ system: { disk, lastBackupAt, at } }: Props) => (
  <Part
    title="Disk and backup"
    rows={[
      ['Free in the data folder', disk && `${fileSize(disk.freeBytes)} of ${fileSize(disk.bytes)}`],
      ['Last backup', lastBackupAt ? when(lastBackupAt, at) : systemMessages.noBackup],
    ]}
  />
)

export const GooglePart = ({ system: { google } }: Props) => (
  <Part
    title="Google Sheets"
    rows={
      google &&
      (google.source === null
        ? [['Key', systemMessages.noGoogleKey]]
        : [
            ['Key', systemMessages.googleFrom[google.source]],
            ['Writes as', google.email],
          ])
    }
  />
)
