import { Text } from '@mantine/core'
import { useNow } from '#client/jobs/use-now.ts'
import { When } from '#client/jobs/when.tsx'
import { useViewer } from '#client/session/viewer.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { can, type Viewer } from '#shared/access.ts'
import type { Notification } from '#shared/notifications.ts'
import classes from './notifications.module.css'

type Props = {
  notifications: readonly Notification[]
  /** The ids of those with the mark of new ones. */ fresh: readonly string[]
  onLeave: () => void
  /** The time of the shown state, in ms. */
  asOf: number
}

/** The list of jobs needs a right that not everybody who exports has. */
const mayFollow = (viewer: Viewer, link: string) => !link.startsWith('/jobs') || can(viewer, 'jobs.list')

export function NotificationList({ notifications, fresh, onLeave, asOf }: Props) {
  const viewer = useViewer()
  const now = useNow(asOf)
  if (notifications.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing to tell. Exports that fail or stay incomplete will be listed here.
      </Text>
    )
  return (
    <ul className={classes.list} aria-label="Notifications">
      {notifications.map(({ id, kind, message, link, count, solvedAt, lastSeenAt }) => (
        <li key={id} data-fresh={fresh.includes(id)}>
          <Text size="sm">{message}</Text>
          <div className={classes.line}>
            {fresh.includes(id) && <span className={classes.new}>New</span>}
            {count > 1 && <span>{`${count} times`}</span>}
            {kind !== 'recovered' && solvedAt !== null && <span>Solved</span>}
            {mayFollow(viewer, link) && (
              <TextLink to={link} onClick={onLeave}>
                Show
              </TextLink>
            )}
            <span className={classes.when}>
              <When at={lastSeenAt} now={now} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
