import { Text } from '@mantine/core'
import { useNow } from '#client/jobs/use-now.ts'
import { When } from '#client/jobs/when.tsx'
import { seesOwnExports } from '#client/session/own-exports.ts'
import { useViewer } from '#client/session/viewer.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { can } from '#shared/access.ts'
import { ProblemKind, type Notification } from '#shared/notifications.ts'
import classes from './notifications.module.css'

type Props = {
  notifications: readonly Notification[]
  /** The ids of those with the mark of new ones. */ fresh: readonly string[]
  onLeave: () => void
  /** The time of the shown state, in ms. */
  asOf: number
}

const problemKinds: readonly Notification['kind'][] = ProblemKind.options
const isProblem = (kind: Notification['kind']) => problemKinds.includes(kind)

/** Whether a link leads to a list of jobs or schedules, which needs a right that not everybody who exports has. */
const isOfJobs = (link: string) => link.startsWith('/jobs')

/** What shows more of a notification to this person. Not everybody sees anything. */
function Show({ link, onClick }: { link: string; onClick: () => void }) {
  const viewer = useViewer()
  if (isOfJobs(link) && seesOwnExports(viewer))
    return (
      <TextLink to="." search state={{ opensExports: true }} onClick={onClick}>
        Show
      </TextLink>
    )
  if (isOfJobs(link) && !can(viewer, 'jobs.list')) return null
  return (
    <TextLink to={link} onClick={onClick}>
      Show
    </TextLink>
  )
}

export function NotificationList({ notifications, fresh, onLeave, asOf }: Props) {
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
            {solvedAt !== null && isProblem(kind) && <span>Solved</span>}
            <Show link={link} onClick={onLeave} />
            <span className={classes.when}>
              <When at={lastSeenAt} now={now} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
