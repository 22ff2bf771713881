import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/profile.ts'
import { needsStores, UserInviteRequest, type Member } from '#shared/users.ts'

/** The invite form as it stands. */
export type InviteDraft = { email: string; full_name: string; department: string; role_id: string; store_ids: readonly string[] }

export const emptyInvite: InviteDraft = { email: '', full_name: '', department: '', role_id: '', store_ids: [] }

/** What a pending person was invited with, to invite them again. */
export function inviteAgain({ email, full_name, department, user_roles }: Member): InviteDraft {
  const roleId = user_roles[0]?.role?.id ?? ''
  const stores = user_roles.flatMap(({ role, store_id }) => (role?.id === roleId && store_id !== null ? [store_id] : []))
  return { email: email ?? '', full_name: full_name ?? '', department: department ?? '', role_id: roleId, store_ids: stores }
}

type StoreId = { id: string }
const isAmong = (stores: readonly StoreId[]) => (id: string) => stores.some((store) => store.id === id)

/** Without the stores that are gone or out of the viewer's reach: nobody can be invited to them. */
export const inReach = (draft: InviteDraft, stores: readonly StoreId[]): InviteDraft => ({
  ...draft,
  store_ids: draft.store_ids.filter(isAmong(stores)),
})

type Assignment = Member['user_roles'][number]

/** What a pending person holds and loses when invited again: an invitation has one role, and takes the place of all that was given. */
export function leftOut(user: Member, stores: readonly StoreId[]): Assignment[] {
  const { role_id, store_ids } = inReach(inviteAgain(user), stores)
  return user.user_roles.filter(({ role, store_id, store }) => {
    if (store_id !== null && store === null) return false
    if (role === null || role.id !== role_id) return true
    return store_id === null ? store_ids.length > 0 || needsStores(role) : !store_ids.includes(store_id)
  })
}

/** Another role covers other stores: what was chosen for the first one does not count for it. */
export const withRole = (draft: InviteDraft, roleId: string): InviteDraft => ({ ...draft, role_id: roleId, store_ids: [] })

/** Whether stores must be chosen for the role. */
export const asksForStores = (draft: InviteDraft, roles: readonly Role[]): boolean =>
  roles.some((role) => role.id === draft.role_id && needsStores(role))

/** What is sent: no stores at all means all of them. */
export const inviteRequestOf = ({ department, store_ids, ...draft }: InviteDraft) => ({
  ...draft,
  department: department.trim() || null,
  store_ids: store_ids.length > 0 ? [...store_ids] : null,
})

/** What is wrong with the draft, by field; the server's own schema judges. */
export function mistakesInInvite(draft: InviteDraft, roles: readonly Role[]): Record<string, string> {
  const issues = UserInviteRequest.safeParse(inviteRequestOf(draft)).error?.issues ?? []
  const mistakes = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
  const lacksStores = asksForStores(draft, roles) && draft.store_ids.length === 0
  return lacksStores ? { ...mistakes, store_ids: messages.users.storesNeeded } : mistakes
}

/** Whether every store there is has been chosen. */
export const areAllChosen = (chosen: readonly string[], stores: readonly StoreId[]): boolean =>
  stores.length > 0 && stores.every(({ id }) => chosen.includes(id))

/** What the choice of stores means, in words. */
export function reachHint(chosen: readonly string[], stores: readonly StoreId[]): string {
  const count = chosen.filter(isAmong(stores)).length
  if (count === 0) return messages.team.noStores
  return areAllChosen(chosen, stores) ? messages.team.allStores : messages.team.someStores(count)
}
