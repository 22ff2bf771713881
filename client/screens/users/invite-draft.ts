import { messages } from '#shared/messages.ts'
import type { Role, User } from '#shared/profile.ts'
import { needsStores, UserInviteRequest } from '#shared/users.ts'

/** The invite form as it stands. */
export type InviteDraft = { email: string; full_name: string; department: string; role_id: string; store_ids: readonly string[] }

export const emptyInvite: InviteDraft = { email: '', full_name: '', department: '', role_id: '', store_ids: [] }

/** What a pending person was invited with, to invite them again. */
export function inviteAgain({ email, full_name, department, user_roles }: User): InviteDraft {
  const roleId = user_roles[0]?.role?.id ?? ''
  const stores = user_roles.flatMap(({ role, store_id }) => (role?.id === roleId && store_id !== null ? [store_id] : []))
  return { email, full_name: full_name ?? '', department: department ?? '', role_id: roleId, store_ids: stores }
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

/** What the choice of stores means, in words. `count` is how many there are to choose from. */
export function reachHint(chosen: readonly string[], count: number): string {
  if (chosen.length === 0) return messages.team.noStores
  return chosen.length === count ? messages.team.allStores : messages.team.someStores(chosen.length)
}
