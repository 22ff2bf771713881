import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { localTime } from '#client/format/local-time.ts'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { transportInWords, type AuditEntry } from '#shared/audit.ts'
import type { ListColumn, ListLayout } from '#shared/list-layout.ts'
import { AuditDetailsRow } from './audit-details.tsx'
import type { Names } from './audit-words.ts'
import classes from './audit.module.css'
import { deviceOf } from './device.ts'

const colors: Record<string, string> = { allowed: 'green', denied: 'red', failed: 'yellow' }

/** The person's name at the time. If the current e-mail address differs from it, that is shown below. */
function Who({ entry: { actor_id: id, actor_name: then, actor_email: now } }: { entry: AuditEntry }) {
  return (
    <>
      {then ?? now ?? id}
      {then && now && then !== now && (
        <Text c="dimmed" size="xs">
          now {now}
        </Text>
      )}
    </>
  )
}

function From({ entry: { address, user_agent: agent } }: { entry: AuditEntry }) {
  return (
    <>
      {address ?? '–'}
      {agent && (
        <Text c="dimmed" size="xs" title={agent} className={classes.agent}>
          {deviceOf(agent)}
        </Text>
      )}
    </>
  )
}

function Decision({ entry: { decision, repeats } }: { entry: AuditEntry }) {
  return (
    <>
      <Badge color={colors[decision] ?? 'gray'}>{decision}</Badge>
      {repeats > 1 && (
        <Text c="dimmed" size="xs" mt={2}>
          {repeats.toLocaleString('en-US')} times
        </Text>
      )}
    </>
  )
}

type Column = ListColumn<'audit'>
type Cell = { label: string; className?: string | undefined; cell: (entry: AuditEntry, names: Names) => ReactNode }

/** The columns that can be shown or hidden. The time is always shown. */
export const auditColumns: Record<Column, Cell> = {
  who: { label: 'Who', cell: (entry) => <Who entry={entry} /> },
  action: { label: 'Action', cell: ({ action }) => action },
  decision: { label: 'Decision', cell: (entry) => <Decision entry={entry} /> },
  via: { label: 'Via', cell: ({ transport }) => transportInWords(transport) },
  from: { label: 'From', cell: (entry) => <From entry={entry} /> },
  target: {
    label: 'Target and details',
    className: classes.target,
    cell: (entry, names) => <AuditDetailsRow entry={entry} names={names} />,
  },
}

type Props = { entries: readonly AuditEntry[]; names: Names; layout: ListLayout<'audit'> }

/** The entries, newest first. The table scrolls sideways inside its region. */
export function AuditTable({ entries, names, layout: { columns, density } }: Props) {
  return (
    <ScrollRegion className={classes.region} label="Audit log entries">
      <table className={classes.table} data-density={density}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map((key) => (
              <th key={key} scope="col">
                {auditColumns[key].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{localTime(entry.at)}</td>
              {columns.map((key) => (
                <td key={key} className={auditColumns[key].className}>
                  {auditColumns[key].cell(entry, names)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
