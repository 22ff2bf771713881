import { Text } from '@mantine/core'
import { localTime } from '#client/format/local-time.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { systemMessages } from '#shared/system-messages.ts'
import type { SystemProcess } from '#shared/system.ts'
import { NotAvailable } from './figures.tsx'
import classes from './system.module.css'
import { when } from './system-words.ts'

const roles = { web: 'Web', worker: 'Worker' } as const

/** The processes that answer calls and those that run exports. @param at the time of the answer */
export function Processes({ processes, at }: { processes: readonly SystemProcess[]; at: string }) {
  return (
    <>
      {!processes.some(({ role }) => role === 'worker') && <Banner kind="error">{systemMessages.noWorker}</Banner>}
      <ScrollRegion className={classes.region} label="Table of processes">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Process</th>
              <th scope="col">Machine</th>
              <th scope="col">Version</th>
              <th scope="col">Up since</th>
              <th scope="col">Last seen</th>
            </tr>
          </thead>
          <tbody>
            {processes.map(({ id, role, machine, version, startedAt, seenAt, isSelf }) => (
              <tr key={id}>
                <th scope="row">
                  {roles[role]}
                  {isSelf && (
                    <Text span inherit c="dimmed">
                      {' '}
                      (answers you)
                    </Text>
                  )}
                </th>
                <td>{machine ?? <NotAvailable />}</td>
                <td>{version ?? <NotAvailable />}</td>
                <td>{startedAt ? when(startedAt, at) : <NotAvailable />}</td>
                <td title={localTime(seenAt)}>{relativeTime(seenAt, Date.parse(at))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}
