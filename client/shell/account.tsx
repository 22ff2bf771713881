import { ActionIcon, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useAccess } from '#client/session/viewer.ts'
import { PersonAvatar } from '#client/ui/person-avatar.tsx'
import classes from './sidebar.module.css'
import { useSignOut } from './sign-out.ts'

/** The signed-in person, with a menu to sign out. */
export function AccountMenu() {
  const { profile } = useAccess()
  const signOut = useSignOut()
  const { full_name: name, email, avatar_url: avatar } = profile?.user ?? { full_name: null, email: '', avatar_url: null }
  return (
    <div className={classes.account}>
      <PersonAvatar name={name} email={email} src={avatar} size={30} />
      <div className={classes.who}>
        <Text fw={600} size="sm" truncate title={name ?? undefined}>
          {name}
        </Text>
        <Text c="dimmed" size="xs" truncate title={email}>
          {email}
        </Text>
      </div>
      <ActionIcon aria-label="Logout" title="Logout" size={30} onClick={() => void signOut()}>
        <IconLogout size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
