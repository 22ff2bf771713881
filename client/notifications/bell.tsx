import { ActionIcon, Button, Indicator, Popover, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { MissingAnswer } from '#client/ui/missing-answer.tsx'
import classes from './notifications.module.css'
import { NotificationList } from './notification-list.tsx'
import { useNotifications, useReading } from './queries.ts'

const inWords = (unread: number) => (unread > 0 ? `Notifications, ${unread} unread` : 'Notifications')
const nothing = { notifications: [], unread: 0 }
/** The mark has room for two digits. */
const short = (unread: number) => (unread > 99 ? '99+' : String(unread))

/** The viewer's notifications, on every screen. Opening the list marks what it shows as read. */
export function Bell() {
  const { data, error, dataUpdatedAt, refetch } = useNotifications()
  const { mutate: read } = useReading()
  const [isOpen, setOpen] = useState(false)
  /** Those that were unread when the open list showed them: they keep their mark while it is open. */
  const [fresh, setFresh] = useState<readonly string[]>([])
  const { notifications, unread } = data ?? nothing
  const seen = isOpen ? notifications.filter(({ id, readAt }) => readAt === null && !fresh.includes(id)).map(({ id }) => id) : []
  // Also those that come while the list is open: it may be opened before its answer is there.
  if (seen.length > 0) setFresh([...fresh, ...seen])
  useEffect(() => {
    if (fresh.length > 0) read({ ids: [...fresh] })
  }, [fresh, read])
  function change(willOpen: boolean) {
    setOpen(willOpen)
    if (!willOpen) return
    setFresh([])
    // No event tells that a known problem occurred again.
    void refetch()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      trapFocus
      returnFocus
      position="bottom-start"
      shadow="md"
      width="min(380px, calc(100vw - 24px))"
    >
      <Popover.Target>
        <ActionIcon size={36} aria-label={inWords(unread)} title="Notifications" onClick={() => change(!isOpen)}>
          <Indicator disabled={unread === 0} label={short(unread)} size={16} color="red" offset={2}>
            <IconBell size={18} stroke={1.75} aria-hidden />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications" mah="70dvh" style={{ overflowY: 'auto' }}>
        <div className={classes.head}>
          {/* The focus begins at the title: the first time in the list would open its tooltip. */}
          <Text fw={620} size="sm" tabIndex={-1} data-autofocus className={classes.title}>
            Notifications
          </Text>
          {unread > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => read({ all: true })}>
              Mark all as read
            </Button>
          )}
        </div>
        {data ? (
          <NotificationList notifications={notifications} fresh={fresh} asOf={dataUpdatedAt} onLeave={() => setOpen(false)} />
        ) : (
          <MissingAnswer error={error} failed="Failed to load notifications" loading="Loading notifications" />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
