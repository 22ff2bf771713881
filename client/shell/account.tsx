import { ActionIcon, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { useAccess } from '#client/session/viewer.ts'
import { PersonAvatar } from '#client/ui/person-avatar.tsx'
import { messages } from '#shared/messages.ts'
import classes from './sidebar.module.css'

/** The signed-in person, with a menu to sign out. */
export function AccountMenu() {
  const { profile } = useAccess()
  const navigate = useNavigate()

  async function logout() {
    const notice = await session.signOut().then(
      () => undefined,
      (error: unknown) => say(error, messages.api.noConnection),
    )
    await navigate({ to: '/login', state: notice === undefined ? {} : { notice } })
  }

  const { full_name: name, email, avatar_url: avatar } = profile?.user ?? { full_name: null, email: '', avatar_url: null }
  return (
    <div className={classes.account}>
      <PersonAvatar name={name} email={email} src={avatar} size={32} />
      <div className={classes.who}>
        <Text fw={600} size="sm" truncate title={name ?? undefined}>
          {name}
        </Text>
        <Text c="dimmed" size="xs" truncate title={email}>
          {email}
        </Text>
      </div>
      <ActionIcon aria-label="Logout" title="Logout" size={36} onClick={() => void logout()}>
        <IconLogout size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
