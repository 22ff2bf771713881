import { capitalized } from '#client/format/words.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/profile.ts'
import { needsStores, UserInviteRequest, type Member } from '#shared/users.ts'

/** The values of the invite form. */
export type InviteDraft = { email: string; full_name: string; department: string; role_id: string; store_ids: readonly string[] }

export const emptyInvite: InviteDraft = { email: '', full_name: '', department: '', role_id: '', store_ids: [] }

/** A name from an e-mail address, as a start: "anna.smith@shop.com" is Anna Smith. Empty for an address that is not whole. */
export function nameOfEmail(email: string): string {
  const [, local = ''] = /^([^\s@]+)@[^\s@]+$/.exec(email.trim()) ?? []
  const words = local.split('+')[0]?.split(/[._\-\d]+/) ?? []
  return words.filter(Boolean).map(capitalized).join(' ')
}

/** Changes the address, and the name with it as long as nobody has typed another one. */
export const withEmail = (draft: InviteDraft, email: string): InviteDraft => ({
  ...draft,
  email,
  full_name: draft.full_name === nameOfEmail(draft.email) ? nameOfEmail(email) : draft.full_name,
})

/** The draft that repeats a pending person's invitation. */
export function inviteAgain({ email, full_name, department, user_roles }: Member): InviteDraft {
  const roleId = user_roles[0]?.role?.id ?? ''
  const stores = user_roles.flatMap(({ role, store_id }) => (role?.id === roleId && store_id !== null ? [store_id] : []))
  return { email: email ?? '', full_name: full_name ?? '', department: department ?? '', role_id: roleId, store_ids: stores }
}

type StoreId = { id: string }
const isAmong = (stores: readonly StoreId[]) => (id: string) => stores.some((store) => store.id === id)

/** Removes the stores that were deleted or that the viewer cannot reach, because an invitation cannot include them. */
export const inReach = (draft: InviteDraft, stores: readonly StoreId[]): InviteDraft => ({
  ...draft,
  store_ids: draft.store_ids.filter(isAmong(stores)),
})

type Assignment = Member['user_roles'][number]

/** The assignments that a pending person loses with a new invitation. An invitation has one role and replaces all assignments. */
export function leftOut(user: Member, stores: readonly StoreId[]): Assignment[] {
  const { role_id, store_ids } = inReach(inviteAgain(user), stores)
  return user.user_roles.filter(({ role, store_id, store }) => {
    if (store_id !== null && store === null) return false
    if (role === null || role.id !== role_id) return true
    return store_id === null ? store_ids.length > 0 || needsStores(role) : !store_ids.includes(store_id)
  })
}

/** Changes the role and clears the stores, because they were chosen for the previous role. */
export const withRole = (draft: InviteDraft, roleId: string): InviteDraft => ({ ...draft, role_id: roleId, store_ids: [] })

/** Whether stores must be chosen for the role. */
export const asksForStores = (draft: InviteDraft, roles: readonly Role[]): boolean =>
  roles.some((role) => role.id === draft.role_id && needsStores(role))

/** The request for a draft. No chosen store means all stores. */
export const inviteRequestOf = ({ department, store_ids, ...draft }: InviteDraft) => ({
  ...draft,
  department: department.trim() || null,
  store_ids: store_ids.length > 0 ? [...store_ids] : null,
})

/** The draft's mistakes by field, from the server's schema. */
export function mistakesInInvite(draft: InviteDraft, roles: readonly Role[]): Record<string, string> {
  const issues = UserInviteRequest.safeParse(inviteRequestOf(draft)).error?.issues ?? []
  const mistakes = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
  const lacksStores = asksForStores(draft, roles) && draft.store_ids.length === 0
  return lacksStores ? { ...mistakes, store_ids: messages.users.storesNeeded } : mistakes
}

/** False where there are no stores. */
export const areAllChosen = (chosen: readonly string[], stores: readonly StoreId[]): boolean =>
  stores.length > 0 && stores.every(({ id }) => chosen.includes(id))

/** The hint that explains the chosen stores. */
export function reachHint(chosen: readonly string[], stores: readonly StoreId[]): string {
  const count = chosen.filter(isAmong(stores)).length
  if (count === 0) return messages.team.noStores
  return areAllChosen(chosen, stores) ? messages.team.allStores : messages.team.someStores(count)
}
