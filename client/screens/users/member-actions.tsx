import { ActionIcon } from '@mantine/core'
import {
  IconDoorExit,
  IconKey,
  IconMailForward,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  type Icon,
} from '@tabler/icons-react'
import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { canActOn, type Action, type Viewer } from '#shared/access.ts'
import { userStatus, teammate, type Member } from '#shared/users.ts'
import type { Open } from './dialogs.tsx'
import { withInactive, memberName } from './members.ts'
import classes from './team.module.css'

type Entry = {
  label: string
  icon: Icon
  color?: string
  needs: Action
  isFor: (user: Member, viewer: Viewer) => boolean
  /** Offered only where no mails are sent. With mails, people can do this themselves. */
  onlyUnmailed?: true
  open: (user: Member) => Open
}

const always = () => true
const actions: readonly Entry[] = [
  {
    label: 'Invite again',
    icon: IconMailForward,
    needs: 'users.invite',
    isFor: (user) => userStatus(user) === 'pending',
    open: (again) => ({ dialog: 'invite', again }),
  },
  { label: 'Edit', icon: IconPencil, needs: 'users.update', isFor: always, open: (user) => ({ dialog: 'edit', user }) },
  {
    label: 'End sessions',
    icon: IconDoorExit,
    needs: 'users.update',
    // The viewer's own sessions are ended in the settings.
    isFor: (user, viewer) => userStatus(user) === 'active' && user.id !== viewer.id,
    open: (user) => ({ dialog: 'endSessions', user }),
  },
  {
    label: 'Reset second factor',
    icon: IconShieldOff,
    needs: 'users.resetSecondFactor',
    isFor: (user) => userStatus(user) === 'active',
    open: (user) => ({ dialog: 'resetSecondFactor', user }),
  },
  {
    label: 'Password link',
    icon: IconKey,
    needs: 'users.passwordLink',
    isFor: (user) => userStatus(user) === 'active',
    onlyUnmailed: true,
    open: (user) => ({ dialog: 'passwordLink', user }),
  },
  {
    label: 'Deactivate',
    icon: IconUserOff,
    needs: 'users.deactivate',
    isFor: (user) => userStatus(user) === 'active',
    open: (user) => ({ dialog: 'deactivate', user }),
  },
  {
    label: 'Reactivate',
    icon: IconUserCheck,
    needs: 'users.update',
    isFor: (user) => !user.is_active,
    open: (user) => ({ dialog: 'reactivate', user }),
  },
  {
    label: 'Delete permanently',
    icon: IconTrash,
    color: 'red',
    needs: 'users.remove',
    isFor: always,
    open: (user) => ({ dialog: 'remove', user }),
  },
]

/** The actions that the viewer may take on this person. `isMailed`: whether this installation sends mails. */
export const actionsOn = (viewer: Viewer, user: Member, isMailed: boolean): readonly Entry[] =>
  actions.filter(
    ({ needs, isFor, onlyUnmailed }) => !(onlyUnmailed && isMailed) && isFor(user, viewer) && canActOn(viewer, needs, teammate(user)),
  )

export function MemberActions({ user, onOpen }: { user: Member; onOpen: (open: Open) => void }) {
  const name = memberName(user)
  const isMailed = api.users.list.useQuery(withInactive).data?.mail.isSent ?? true
  return (
    <div className={classes.actions}>
      {actionsOn(useViewer(), user, isMailed).map(({ label, icon: Icon, color = 'gray', open }) => (
        <ActionIcon key={label} aria-label={`${label}: ${name}`} title={label} color={color} size={36} onClick={() => onOpen(open(user))}>
          <Icon size={18} stroke={1.75} />
        </ActionIcon>
      ))}
    </div>
  )
}
