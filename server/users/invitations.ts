import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Viewer } from '#shared/access.ts'
import { isKnownByName, userStatus, needsStores, type UserInviteRequest, type UserInviteResponse } from '#shared/users.ts'
import type { User } from '#shared/profile.ts'
import { inviteLink } from '#server/auth/links.ts'
import type { Deps } from '#server/deps.ts'
import { mailTexts } from '#server/mail/texts.ts'
import { allowances, consume } from '#server/throttle/throttle.ts'
import { assignable } from '#server/users/assignments.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { changeUser, findUserRow, findByEmail, insertInvited, listRoles, type NewAssignment } from '#server/users/repo.ts'
import { assertMayActOn } from '#server/users/service.ts'
import { inSight } from '#server/users/sight.ts'

async function termsOf(deps: Deps, viewer: Viewer, { role_id, store_ids }: UserInviteRequest): Promise<NewAssignment[]> {
  const role = (await listRoles(deps.database.db)).find(({ id }) => id === role_id)
  const chosen = store_ids?.length ? store_ids : null
  if (role && chosen === null && needsStores(role)) refuseField('store_ids', messages.users.storesNeeded)
  return assignable(
    deps,
    viewer,
    'users.invite',
    (chosen ?? [null]).map((store_id) => ({ role_id, store_id })),
  )
}

async function add({ database, now }: Deps, { email, full_name, department }: UserInviteRequest, terms: readonly NewAssignment[]) {
  const id = crypto.randomUUID()
  await insertInvited(database, { id, email, name: full_name, department: department || null }, terms, new Date(now()))
  return id
}

/**
 * Throws ALREADY_MEMBER for active people, and in the same words for people whom the viewer does not see. Throws ACCESS_DENIED where the
 * viewer does not cover all roles of the person.
 */
function assertMayInviteAgain(viewer: Viewer, known: User) {
  const member = inSight(viewer, 'users.invite', known)
  if (!member || isKnownByName(member) || userStatus(known) === 'active')
    throw new AppError('ALREADY_MEMBER', messages.users.alreadyMember(known.email))
  assertMayActOn(viewer, 'users.invite', known)
}

/** Invites a known person again: pending people get the new terms, and deactivated ones also become active again. */
async function renew(deps: Deps, known: User, { full_name, department }: UserInviteRequest, terms: readonly NewAssignment[]) {
  // The inviter may not know the department, so an empty one does not delete it.
  const fields = { name: full_name, ...(department ? { department } : {}), isActive: true }
  await changeUser(deps.database, known, fields, terms, new Date(deps.now()))
  return known.id
}

/** Mails the invited person and returns their link. null for people who were confirmed before: they sign in as before. */
async function send(deps: Deps, user: User): Promise<string | null> {
  if (userStatus(user) !== 'pending') {
    await deps.mail.post({ to: user.email, ...mailTexts.reactivated(deps.appUrl) })
    return null
  }
  const link = await inviteLink(deps, user.id)
  await deps.mail.post({ to: user.email, ...mailTexts.invitation(link) })
  return link
}

/** `before`: the person before a repeated invitation. null for a new person. */
type Invited = UserInviteResponse & { before: User | null }

/**
 * Puts an e-mail address on the authorized list and mails the invitation. Throws ALREADY_MEMBER for active people and those whom the viewer
 * does not see, ACCESS_DENIED for a role or a person beyond the viewer, and TOO_MANY_REQUESTS above the limits of invitations.
 */
export async function inviteUser(deps: Deps, viewer: Viewer, request: UserInviteRequest): Promise<Invited> {
  const { db } = deps.database
  const terms = await termsOf(deps, viewer, request)
  const known = await findByEmail(db, request.email)
  if (known) assertMayInviteAgain(viewer, known)
  await consume(deps, allowances.invitesBy, viewer.id)
  await consume(deps, allowances.invitesTo, request.email)
  const id = known ? await renew(deps, known, request, terms) : await add(deps, request, terms)
  const user = await findUserRow(db, id)
  if (!user) throw new AppError('CONFLICT')
  const isReactivated = known?.is_active === false
  return { before: known, user, isReactivated, invitation_url: await send(deps, user), isMailed: deps.mail.isSent }
}
