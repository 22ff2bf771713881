import type { User } from '#shared/profile.ts'
import type { Member } from '#shared/users.ts'
import { changesOf } from '#server/audit/changes.ts'
import type { AuditNote } from '#server/audit/audited.ts'

/** Somebody before and after a change, and as the one who made it sees them. */
export type Changed = { before: User; after: User; seen: Member }

/** What somebody may do, as an audit entry keeps it. */
const access = ({ is_active, user_roles }: User) => ({
  is_active,
  roles: user_roles.map(({ role, store_id }) => ({ role_id: role?.id ?? null, store_id })),
})

/** Notes what changed in what the person may do, and answers the person as the caller sees them now. */
export function noteChange({ details }: AuditNote, { before, after, seen }: Changed): Member {
  Object.assign(details, changesOf(access(before), access(after)))
  return seen
}
