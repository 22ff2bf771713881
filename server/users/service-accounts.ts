// Service accounts: accounts for programs. They have roles and API keys like people, but cannot sign in.
import { canActOn, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { isForServices, type ServiceAccountCreateRequest, type ServiceAccountUpdateRequest } from '#shared/service-accounts.ts'
import { teammate, type Assignment } from '#shared/users.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { assignable, rolesAfter } from '#server/users/assignments.ts'
import { deleteUser, listRoles, type NewAssignment } from '#server/users/repo.ts'
import { changeAccount, findAccountRow, insertAccount, listAccountRows, type AccountRow } from '#server/users/service-accounts-repo.ts'

export type { AccountRow } from '#server/users/service-accounts-repo.ts'

const mayManage = (viewer: Viewer, account: AccountRow) => canActOn(viewer, 'serviceAccounts.manage', teammate(account))

/** The service accounts all of whose roles the viewer covers, sorted by name. */
export async function managedAccounts({ database }: Deps, viewer: Viewer): Promise<AccountRow[]> {
  return (await listAccountRows(database.db)).filter((account) => mayManage(viewer, account))
}

/** null for an unknown account, and for one with a role that the viewer does not cover. */
export async function findManaged({ database }: Deps, viewer: Viewer, id: string): Promise<AccountRow | null> {
  const account = await findAccountRow(database.db, id)
  return account && mayManage(viewer, account) ? account : null
}

/** Throws NOT_FOUND, also for an account with a role that the viewer does not cover. */
export async function managedAccount(deps: Deps, viewer: Viewer, id: string): Promise<AccountRow> {
  const account = await findManaged(deps, viewer, id)
  if (!account) throw notFound('Service account')
  return account
}

/** The roles, where the viewer may give each of them. Throws INVALID_INPUT for an owner's role, and as `assignable` does. */
async function rolesFor(deps: Deps, viewer: Viewer, wanted: readonly Assignment[]): Promise<NewAssignment[]> {
  const refused = new Set((await listRoles(deps.database.db)).filter((role) => !isForServices(role)).map(({ id }) => id))
  const at = wanted.findIndex(({ role_id }) => refused.has(role_id))
  if (at !== -1) refuseField(`roles.${at}.role_id`, messages.serviceAccounts.ownerRefused)
  return assignable(deps, viewer, 'serviceAccounts.manage', wanted)
}

/** Throws INVALID_INPUT, NOT_FOUND and ACCESS_DENIED for the roles, and CONFLICT where the name is taken or there are too many accounts. */
export async function createAccount(deps: Deps, viewer: Viewer, { name, roles }: ServiceAccountCreateRequest): Promise<AccountRow> {
  const given = await rolesFor(deps, viewer, roles)
  const { database, now } = deps
  const { serviceAccounts: max } = limits
  if ((await listAccountRows(database.db)).length >= max) throw new AppError('CONFLICT', messages.serviceAccounts.tooMany(max))
  const id = crypto.randomUUID()
  await insertAccount(database, { id, name }, given, new Date(now()))
  return managedAccount(deps, viewer, id)
}

/** A service account before and after a change. */
export type AccountChanged = { before: AccountRow; after: AccountRow }

/**
 * Changes the given fields. Deactivation deletes all keys. Throws NOT_FOUND, INVALID_INPUT and ACCESS_DENIED, and CONFLICT where the name is
 * taken or another call changed the roles meanwhile.
 */
export async function updateAccount(deps: Deps, viewer: Viewer, request: ServiceAccountUpdateRequest): Promise<AccountChanged> {
  const before = await managedAccount(deps, viewer, request.id)
  const { name, is_active: isActive } = request
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(isActive === undefined || isActive === before.is_active ? {} : { isActive }),
  }
  const wanted = request.roles && rolesAfter(before, before, request.roles)
  const roles = wanted ? [...wanted.kept, ...(await rolesFor(deps, viewer, wanted.added))] : null
  await changeAccount(deps.database, before, fields, roles, new Date(deps.now()))
  return { before, after: await managedAccount(deps, viewer, before.id) }
}

/** Deletes the account with its keys for good. Throws NOT_FOUND, and CONFLICT where another call changed the roles meanwhile. */
export async function removeAccount(deps: Deps, viewer: Viewer, id: string): Promise<AccountRow> {
  const account = await managedAccount(deps, viewer, id)
  await deleteUser(deps.database, account)
  return account
}
