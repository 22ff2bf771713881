import { Text, Title } from '@mantine/core'
import { whereOf } from '#client/roles/assignment-words.ts'
import { RoleBadge } from '#client/roles/role-badge.tsx'
import { PersonAvatar } from '#client/ui/person-avatar.tsx'
import { userStatus, type Member } from '#shared/users.ts'
import type { Open } from './dialogs.tsx'
import { MemberActions } from './member-actions.tsx'
import { StandingBadge } from './standing-badge.tsx'
import classes from './team.module.css'

function Assignments({ user: { id, user_roles, department } }: { user: Member }) {
  return (
    <div className={classes.assignments}>
      <Text id={`roles-${id}`} c="dimmed" size="xs">
        Role Assignments
      </Text>
      <ul aria-labelledby={`roles-${id}`}>
        {user_roles.map((assignment, index) => (
          <li key={assignment.id}>
            <RoleBadge role={assignment.role} />
            <span>{whereOf(assignment)}</span>
            {index === 0 && department && <span className={classes.department}>{department}</span>}
          </li>
        ))}
        {user_roles.length === 0 && <li className={classes.department}>{department ?? 'None'}</li>}
      </ul>
    </div>
  )
}

/** A member with state, assignments and actions. */
export function MemberCard({ user, onOpen }: { user: Member; onOpen: (open: Open) => void }) {
  const { id, full_name: name, email, avatar_url: avatar } = user
  return (
    <li className={classes.card} aria-labelledby={`member-${id}`} data-inactive={userStatus(user) === 'inactive' || undefined}>
      <div className={classes.person}>
        <PersonAvatar name={name} email={email ?? ''} src={avatar} size={40} />
        <div className={classes.names}>
          <div className={classes.name}>
            <Title order={2} id={`member-${id}`}>
              {name ?? 'Unnamed'}
            </Title>
            <StandingBadge user={user} />
          </div>
          {email !== null && (
            <Text c="dimmed" size="sm" className={classes.email}>
              {email}
            </Text>
          )}
        </div>
      </div>
      <Assignments user={user} />
      <MemberActions user={user} onOpen={onOpen} />
    </li>
  )
}
