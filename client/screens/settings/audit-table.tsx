import { Badge } from '@mantine/core'
import { inWords } from '#client/ui/moment.ts'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import type { AuditEntry } from '#shared/audit.ts'
import classes from './audit.module.css'

const colors: Record<string, string> = { allowed: 'green', denied: 'red', failed: 'yellow' }

function Details({ entry: { target, details } }: { entry: AuditEntry }) {
  return (
    <>
      {target}
      {details && <code className={classes.details}>{JSON.stringify(details)}</code>}
    </>
  )
}

/** The entries, the newest first. It scrolls sideways inside its own region. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ScrollRegion className={classes.region} label="Audit log entries">
      <table className={classes.table}>
        <thead>
          <tr>
            {['Time', 'Who', 'Action', 'Decision', 'Door', 'Target'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{inWords(entry.at)}</td>
              <td>{entry.actor_email ?? entry.actor_id}</td>
              <td>{entry.action}</td>
              <td>
                <Badge variant="light" radius="sm" color={colors[entry.decision] ?? 'gray'} tt="none">
                  {entry.decision}
                </Badge>
              </td>
              <td>{entry.door}</td>
              <td className={classes.target}>
                <Details entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
