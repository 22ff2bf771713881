import type { User } from '#shared/profile.ts'
import { inviteLink } from '#server/auth/links.ts'
import type { Deps } from '#server/deps.ts'
import { securityMails } from '#server/mail/security-mails.ts'
import { mailTexts } from '#server/mail/texts.ts'
import { findUserRow } from '#server/users/repo.ts'

type Held = User['user_roles'][number]
const levelOf = ({ role }: Held) => role?.level ?? 0

/** Whether a role adds nothing to another one: it covers no further store and has no higher level. */
const isWithin = (role: Held, other: Held) =>
  (other.store_id === null || other.store_id === role.store_id) && levelOf(role) <= levelOf(other)

const nameOf = ({ role, store_id, store }: Held) =>
  `${role?.display_name ?? 'Unknown role'} in ${store_id === null ? 'all stores' : (store?.name ?? 'a deleted store')}`

/** A new role ends the invitation of a person who has not accepted it yet, so they get another one. Only they get its link. */
export function inviteAnew(deps: Deps, { id, email }: User) {
  deps.mail.postBehind(async () => ({ to: email, ...mailTexts.invitation(await inviteLink(deps, id)) }))
}

/** Mails a person whose roles now reach further, in level or in stores. @param before the person before the change */
export async function mailWhenRaised(deps: Deps, before: User) {
  const after = await findUserRow(deps.database.db, before.id)
  const raised = after?.user_roles.filter((role) => !before.user_roles.some((former) => isWithin(role, former))) ?? []
  if (!after?.is_active || raised.length === 0) return
  deps.mail.postBehind(async () => ({ to: after.email, ...securityMails.roleRaised(deps.appUrl, raised.map(nameOf)) }))
}
