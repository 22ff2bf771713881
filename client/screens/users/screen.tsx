import { Button, TextInput } from '@mantine/core'
import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { isDenied, say } from '#client/failure.ts'
import { Can } from '#client/session/can.tsx'
import { useViewer } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { localTime } from '#client/format/local-time.ts'
import { Notice } from '#client/ui/notice.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import type { Member } from '#shared/users.ts'
import { Denied } from './denied.tsx'
import { Dialogs, type Open } from './dialogs.tsx'
import { MemberCard } from './member-card.tsx'
import { withInactive, isFound } from './members.ts'
import classes from './team.module.css'

const route = getRouteApi('/signed-in/users')

type ListProps = { users: readonly Member[]; typed: string; onShowAll: () => void; onOpen: (open: Open) => void }

function Members({ users, typed, onShowAll, onOpen }: ListProps) {
  const found = users.filter((user) => isFound(user, typed))
  return (
    <>
      <div role="status" className={classes.count}>
        {found.length === 1 ? '1 person' : `${found.length} people`}
      </div>
      {found.length === 0 && (
        <EmptyState icon={IconUsers} title={messages.team.none}>
          <Button variant="default" onClick={onShowAll}>
            Show everybody
          </Button>
        </EmptyState>
      )}
      <ul className={classes.list} aria-label="Team members">
        {found.map((user) => (
          <MemberCard key={user.id} user={user} onOpen={onOpen} />
        ))}
      </ul>
    </>
  )
}

export function TeamScreen() {
  const [opened, setOpen] = useState<Open | null>(null)
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState<unknown>(null)
  const viewer = useViewer()
  const mayRead = can(viewer, 'users.read')
  const { invite } = route.useSearch()
  const start = useLocation({ select: ({ state }) => state.invitation })
  const navigate = route.useNavigate()
  const open: Open | null = opened ?? (invite && can(viewer, 'users.invite') ? { dialog: 'invite', start } : null)
  const close = () => {
    setOpen(null)
    if (invite) void navigate({ search: {}, replace: true })
  }
  const query = api.users.list.useQuery(withInactive)
  const { data, error, isPending, refetch } = query
  if (!mayRead || isDenied(error)) return <Denied />

  return (
    <>
      <PageTitle title="Team Members" subtitle="Manage users, roles and permissions">
        <Can do="users.invite">
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setOpen({ dialog: 'invite' })}>
            Invite User
          </Button>
        </Can>
      </PageTitle>
      <TextInput
        type="search"
        aria-label="Search team members"
        placeholder="Search by name, email or department..."
        leftSection={<IconSearch size={16} aria-hidden />}
        maw={420}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {data?.mail.failingSince && (
        <Banner kind="note" mt="md">
          {operationMessages.mailFailing(localTime(data.mail.failingSince))}
        </Banner>
      )}
      {isPending && <CentredSpinner label="Loading team members" />}
      <RefreshFailure query={query} />
      {data && <Members users={data.users} typed={typed} onShowAll={() => setTyped('')} onOpen={setOpen} />}
      {error && !data && <LoadFailure title="Failed to load users" sentence={say(error)} retry={() => void refetch()} />}
      {error && error !== seen && <Notice title="Team Members" sentence={messages.team.loadFailed} onClose={() => setSeen(error)} />}
      {open && <Dialogs open={open} onOpen={setOpen} onClose={close} />}
    </>
  )
}
