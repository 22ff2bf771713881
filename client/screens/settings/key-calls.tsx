import { Text } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { localTime } from '#client/format/local-time.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import type { ApiKey, KeyCall } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import classes from './settings.module.css'

function Call({ call }: { call: KeyCall }) {
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text size="sm" fw={550}>
          {call.method} {call.path ?? 'Unknown address'}
        </Text>
        <Text c="dimmed" size="sm">
          {localTime(call.at)} · {call.duration_ms} ms · from {call.address} · {call.request_id}
        </Text>
      </div>
      <Text size="sm">{call.status}</Text>
    </li>
  )
}

/** The last calls of a key, newest first. */
export function KeyCalls({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { data, error, refetch } = api.profile.apiKeyCalls.useQuery({ id })
  return (
    <Dialog onClose={onClose} title={`Last calls of ${name}`} size="lg">
      <Text c="dimmed" size="sm">
        {messages.settings.callsExplained(limits.keyCalls.kept)}
      </Text>
      {error && !data && <LoadFailure title="Failed to load the calls" sentence={say(error)} retry={() => void refetch()} />}
      {!data && !error && <CentredSpinner label="Loading calls" />}
      {data?.calls.length === 0 && <Text mt="md">No calls yet</Text>}
      <ul className={classes.rows}>
        {data?.calls.map((call) => (
          <Call key={call.request_id} call={call} />
        ))}
      </ul>
    </Dialog>
  )
}
