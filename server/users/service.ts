import { canActOn, missingRight, type Action, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Role, User } from '#shared/profile.ts'
import { teammate, type Assignment, type UserListRequest, type UserUpdateRequest } from '#shared/users.ts'
import type { Deps } from '#server/deps.ts'
import { assignable } from '#server/users/assignments.ts'
import { change, find, list, listRoles, remove, type NewAssignment } from '#server/users/repo.ts'

export { preferences, updateFields } from '#server/users/repo.ts'

export const findUser = ({ database }: Deps, id: string): Promise<User | null> => find(database.db, id)
export const roles = ({ database }: Deps): Promise<Role[]> => listRoles(database.db)

export async function listUsers({ database }: Deps, { active_only }: UserListRequest): Promise<User[]> {
  const people = await list(database.db)
  return active_only ? people.filter((person) => person.is_active) : people
}

/** Throws NOT_FOUND. */
export async function getUser(deps: Deps, id: string): Promise<User> {
  const user = await findUser(deps, id)
  if (!user) throw new AppError('NOT_FOUND', messages.users.notFound)
  return user
}

function assertMayActOn(viewer: Viewer, action: Action, user: User) {
  if (canActOn(viewer, action, teammate(user))) return
  const isAbove = canActOn(viewer, action, { id: user.id, level: 0 })
  const message = isAbove ? messages.users.aboveYou : user.id === viewer.id ? messages.users.notOnYourself : missingRight(action)
  throw new AppError('ACCESS_DENIED', message)
}

/** The wanted assignments, where those that are new to the person are the viewer's to give. */
async function assignmentsAfter(deps: Deps, viewer: Viewer, user: User, wanted: readonly Assignment[]): Promise<NewAssignment[]> {
  const isHeld = ({ role_id, store_id }: Assignment) =>
    user.user_roles.some((assignment) => assignment.role?.id === role_id && assignment.store_id === store_id)
  const kept = wanted.filter(isHeld).map(({ role_id, store_id }) => ({ roleId: role_id, storeId: store_id }))
  const added = wanted.filter((assignment) => !isHeld(assignment))
  return [...kept, ...(await assignable(deps, viewer, added))]
}

/** Changes the fields that are given. Throws NOT_FOUND, ACCESS_DENIED, LAST_OWNER, CONFLICT, INVALID_INPUT. */
export async function updateUser(deps: Deps, viewer: Viewer, request: UserUpdateRequest): Promise<User> {
  const { id, full_name, department, is_active, roles: wanted } = request
  const user = await getUser(deps, id)
  assertMayActOn(viewer, 'users.update', user)
  const isSwitched = is_active !== undefined && is_active !== user.is_active
  if (isSwitched && !is_active) assertMayActOn(viewer, 'users.deactivate', user)
  const assignments = wanted ? await assignmentsAfter(deps, viewer, user, wanted) : null
  const fields = {
    ...(full_name === undefined ? {} : { name: full_name }),
    ...(department === undefined ? {} : { department: department || null }),
    ...(isSwitched ? { isActive: is_active } : {}),
  }
  await change(deps.database, user, fields, assignments, new Date(deps.now()))
  return getUser(deps, id)
}

/** Throws as `updateUser` does. Somebody deactivated already stays so. */
export async function deactivateUser(deps: Deps, viewer: Viewer, id: string): Promise<User> {
  const user = await getUser(deps, id)
  assertMayActOn(viewer, 'users.deactivate', user)
  if (user.is_active) await change(deps.database, user, { isActive: false }, null, new Date(deps.now()))
  return getUser(deps, id)
}

/** Takes the person out for good and answers who it was. Throws NOT_FOUND, ACCESS_DENIED, LAST_OWNER, CONFLICT. */
export async function removeUser(deps: Deps, viewer: Viewer, id: string): Promise<User> {
  const user = await getUser(deps, id)
  assertMayActOn(viewer, 'users.remove', user)
  await remove(deps.database, user)
  return user
}
