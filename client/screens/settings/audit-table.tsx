import { Badge, Text } from '@mantine/core'
import { localTime } from '#client/format/local-time.ts'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import type { AuditEntry } from '#shared/audit.ts'
import { AuditDetailsRow } from './audit-details.tsx'
import type { Names } from './audit-words.ts'
import classes from './audit.module.css'
import { deviceOf } from './device.ts'

const colors: Record<string, string> = { allowed: 'green', denied: 'red', failed: 'yellow' }
const headings = ['Time', 'Who', 'Action', 'Decision', 'Via', 'From', 'Target and details']

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

/** The entries, newest first. The table scrolls sideways inside its region. */
export function AuditTable({ entries, names }: { entries: readonly AuditEntry[]; names: Names }) {
  return (
    <ScrollRegion className={classes.region} label="Audit log entries">
      <table className={classes.table}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{localTime(entry.at)}</td>
              <td>
                <Who entry={entry} />
              </td>
              <td>{entry.action}</td>
              <td>
                <Decision entry={entry} />
              </td>
              <td>{entry.transport}</td>
              <td>
                <From entry={entry} />
              </td>
              <td className={classes.target}>
                <AuditDetailsRow entry={entry} names={names} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
