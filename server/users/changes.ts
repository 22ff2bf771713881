import type { User } from '#shared/profile.ts'
import type { Member } from '#shared/users.ts'
import { changesOf } from '#server/audit/changes.ts'
import type { AuditNote } from '#server/audit/audited.ts'

/** A person before and after a change. `seen`: the person as the caller sees them now. */
export type Changed = { before: User; after: User; seen: Member }

/** The access of a person, as an audit entry keeps it. */
const access = ({ is_active, user_roles }: User) => ({
  is_active,
  roles: user_roles.map(({ role, store_id }) => ({ role_id: role?.id ?? null, store_id })),
})

/** Adds the changes of a person's access to the audit entry, and returns the person as the caller sees them now. */
export function noteChange({ details }: AuditNote, { before, after, seen }: Changed): Member {
  Object.assign(details, changesOf(access(before), access(after)))
  return seen
}
