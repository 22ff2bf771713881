import { can, canActOn, refusalTo, type Action, type Grant, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Role, User } from '#shared/profile.ts'
import { isKnownByName, teammate, userStatus, type Member, type UserListRequest, type UserUpdateRequest } from '#shared/users.ts'
import type { Deps } from '#server/deps.ts'
import { assignable, rolesAfter } from '#server/users/assignments.ts'
import type { Changed } from '#server/users/changes.ts'
import { changeUser, findPersonRow, findUserRow, listUserRows, listRoles, deleteUser, type UserChange } from '#server/users/repo.ts'
import { inviteAnew, mailWhenRaised } from '#server/users/role-mail.ts'
import { inSight } from '#server/users/sight.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { namedPage } from '#server/rows/named-page.ts'

export { preferences, updateFields } from '#server/users/repo.ts'

/** A person or a service account. */
export const findUser = ({ database }: Deps, id: string): Promise<User | null> => findUserRow(database.db, id)
/** Everybody, regardless of the viewer. For rules, not for answers. */
export const everyUser = ({ database }: Deps): Promise<User[]> => listUserRows(database.db)
export const assignableRoles = ({ database }: Deps): Promise<Role[]> => listRoles(database.db)

/** The people whom the viewer may see, as the viewer sees them, in the order of their names. Throws INVALID_CURSOR. */
export async function listUsers(
  deps: Deps,
  viewer: Viewer,
  request: UserListRequest,
): Promise<{ users: Member[]; nextCursor: string | null }> {
  const people = (await everyUser(deps)).flatMap((user) => inSight(viewer, 'users.read', user) ?? [])
  const listed = request.active_only ? people.filter((person) => person.is_active) : people
  const { items, nextCursor } = namedPage(listed, ({ full_name, email }) => full_name ?? email ?? '', request)
  return { users: items, nextCursor }
}

/**
 * `user`: the whole person. `member`: the person as a viewer with this action sees them. Throws NOT_FOUND, also for a person out of reach.
 */
async function sighted(deps: Deps, viewer: Viewer, action: Action, id: string): Promise<{ user: User; member: Member }> {
  const user = await findPersonRow(deps.database.db, id)
  const member = user && inSight(viewer, action, user)
  if (!member) throw notFound('User')
  return { user, member }
}

/** Throws NOT_FOUND, also for a person out of the viewer's reach. */
export const getUser = async (deps: Deps, viewer: Viewer, id: string): Promise<Member> =>
  (await sighted(deps, viewer, 'users.read', id)).member

function refusal(viewer: Viewer, action: Action, user: User): string {
  if (!can(viewer, action)) return refusalTo(viewer, action)
  if (!canActOn(viewer, action, { id: user.id, grants: [] })) return messages.users.notOnYourself
  return canActOn(viewer, action, teammate(user), []) ? messages.users.rolesBeyondYou : messages.users.aboveYou
}

/**
 * Throws ACCESS_DENIED where the viewer may not do this to the person, or to the roles that it affects. The default of `affected` is all
 * roles.
 */
export function assertMayActOn(viewer: Viewer, action: Action, user: User, affected?: readonly Grant[]) {
  if (!canActOn(viewer, action, teammate(user), affected)) throw new AppError('ACCESS_DENIED', refusal(viewer, action, user))
}

/** The person, for an action that affects all their roles. Throws NOT_FOUND and ACCESS_DENIED. */
export async function personFor(deps: Deps, viewer: Viewer, action: Action, id: string): Promise<User> {
  const { user } = await sighted(deps, viewer, action, id)
  assertMayActOn(viewer, action, user)
  return user
}

/** The fields whose value would change. */
function changesIn(user: User, { full_name, department, is_active }: UserUpdateRequest): UserChange {
  return {
    ...(full_name === undefined || full_name === user.full_name ? {} : { name: full_name }),
    ...(department === undefined || (department || null) === user.department ? {} : { department: department || null }),
    ...(is_active === undefined || is_active === user.is_active ? {} : { isActive: is_active }),
  }
}

async function changed(deps: Deps, viewer: Viewer, action: Action, before: User): Promise<Changed> {
  const { user: after, member: seen } = await sighted(deps, viewer, action, before.id)
  return { before, after, seen }
}

/**
 * Changes the given fields. Roles that the viewer does not see stay. Throws NOT_FOUND, ACCESS_DENIED, LAST_OWNER, CONFLICT, INVALID_INPUT.
 */
export async function updateUser(deps: Deps, viewer: Viewer, request: UserUpdateRequest): Promise<Changed> {
  const { user, member } = await sighted(deps, viewer, 'users.update', request.id)
  const fields = changesIn(user, request)
  const wanted = request.roles && rolesAfter(user, member, request.roles)
  const isWhole = Object.keys(fields).length > 0 || isKnownByName(member)
  assertMayActOn(viewer, 'users.update', user, isWhole ? undefined : (wanted?.ended ?? []))
  if (fields.isActive === false) assertMayActOn(viewer, 'users.deactivate', user)
  const assignments = wanted ? [...wanted.kept, ...(await assignable(deps, viewer, 'users.update', wanted.added))] : null
  await changeUser(deps.database, user, fields, assignments, new Date(deps.now()))
  if (assignments) await mailWhenRaised(deps, user)
  const isStillIn = user.is_active && fields.isActive === undefined
  if (isStillIn && userStatus(user) === 'pending' && wanted && wanted.added.length > 0) inviteAnew(deps, user)
  return changed(deps, viewer, 'users.update', user)
}

/** Throws as `updateUser` does. An already deactivated person is not changed. */
export async function deactivateUser(deps: Deps, viewer: Viewer, id: string): Promise<Changed> {
  const user = await personFor(deps, viewer, 'users.deactivate', id)
  if (user.is_active) await changeUser(deps.database, user, { isActive: false }, null, new Date(deps.now()))
  return changed(deps, viewer, 'users.deactivate', user)
}

/** Deletes the person for good and returns who it was. Throws NOT_FOUND, ACCESS_DENIED, LAST_OWNER, CONFLICT. */
export async function removeUser(deps: Deps, viewer: Viewer, id: string): Promise<User> {
  const user = await personFor(deps, viewer, 'users.remove', id)
  await deleteUser(deps.database, user)
  return user
}
