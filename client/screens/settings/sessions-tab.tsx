import { Badge, Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Confirm } from '#client/ui/confirm.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { localTime } from '#client/format/local-time.ts'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import type { ListedSession } from '#shared/api-keys.ts'
import { messages } from '#shared/messages.ts'
import { deviceOf } from './device.ts'
import classes from './settings.module.css'

function EndAll({ onClose }: { onClose: () => void }) {
  const endAll = api.profile.endAllSessions.useMutation({ onSuccess: () => session.expire() })
  return (
    <Confirm
      title="Sign out everywhere"
      question={messages.settings.endAllConfirm}
      action="Sign out everywhere"
      isBusy={endAll.isPending}
      refused={endAll.error ? say(endAll.error) : undefined}
      onConfirm={() => endAll.mutate()}
      onCancel={onClose}
    />
  )
}

function Row({ live }: { live: ListedSession }) {
  const end = api.profile.endSession.useMutation({ onSuccess: () => cache.profile.sessions.invalidate() })
  const device = deviceOf(live.user_agent)
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={550}>
          {device}{' '}
          {live.is_current && (
            <Badge color="green" ml={6}>
              This browser
            </Badge>
          )}
        </Text>
        <Text c="dimmed" size="sm">
          {live.address ?? 'Unknown address'} · last used {localTime(live.last_used_at)} · since {localTime(live.created_at)}
        </Text>
        {end.error && <Banner kind="error">{say(end.error)}</Banner>}
      </div>
      {!live.is_current && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Sign out ${device}`}
          loading={end.isPending}
          onClick={() => end.mutate({ id: live.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** The person's sessions, and a way to end them. */
export function SessionsTab() {
  const [isAsking, setAsking] = useState(false)
  const query = api.profile.sessions.useQuery()
  const { data, error, refetch } = query
  if (error && !data) return <LoadFailure title="Failed to load sessions" sentence={say(error)} retry={() => void refetch()} />
  if (!data) return <CentredSpinner label="Loading sessions" />
  return (
    <section className={classes.panel} aria-labelledby="sessions">
      <div className={classes.head}>
        <Title order={2} id="sessions">
          Sessions
        </Title>
        <Button color="red.9" size="xs" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      <RefreshFailure query={query} />
      <ul className={classes.rows}>
        {data.sessions.map((live) => (
          <Row key={live.id} live={live} />
        ))}
      </ul>
      {isAsking && <EndAll onClose={() => setAsking(false)} />}
    </section>
  )
}
