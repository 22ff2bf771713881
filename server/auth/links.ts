import { createHash, randomBytes } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import { findLink, keepLink, takeLink } from '#server/auth/links-repo.ts'
import type { Deps } from '#server/deps.ts'

const tokenBytes = 32
const hourMs = 3_600_000
const newToken = () => randomBytes(tokenBytes).toString('base64url')
const hashOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join('.')).digest('base64url')

/** The two secrets of an invitation. Both are needed, and only their common hash is stored. */
export type InvitationTokens = { access_token: string; refresh_token: string }

/** The address in an invitation's mail. Its secrets are in the fragment, so no server and no log receives them. */
export async function inviteLink(deps: Deps, userId: string): Promise<string> {
  const [access, refresh] = [newToken(), newToken()]
  const expiresAt = new Date(deps.now() + limits.invitationHours * hourMs)
  await keepLink(deps.database, { tokenHash: hashOf(access, refresh), userId, purpose: 'invite', expiresAt })
  return `${deps.appUrl}/#access_token=${access}&refresh_token=${refresh}&type=invite`
}

/** A token to choose a password with, once. */
export async function passwordToken(deps: Pick<Deps, 'database' | 'now'>, userId: string): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(deps.now() + limits.passwordLinkHours * hourMs)
  await keepLink(deps.database, { tokenHash: hashOf(token), userId, purpose: 'password', expiresAt })
  return token
}

/** The address where a person chooses a password. */
export const passwordLink = async (deps: Pick<Deps, 'database' | 'now' | 'appUrl'>, userId: string): Promise<string> =>
  `${deps.appUrl}/reset-password#token=${await passwordToken(deps, userId)}`

const invitationHash = ({ access_token, refresh_token }: InvitationTokens) => hashOf(access_token, refresh_token)

/** The invited person, without consuming the invitation. null where it is not, or no longer, valid. */
export const invitedBy = ({ database, now }: Deps, tokens: InvitationTokens) =>
  findLink(database.db, invitationHash(tokens), 'invite', new Date(now()))

/** Consumes an invitation. Of several concurrent calls, exactly one gets the person. The others get null. */
export const takeInvitation = ({ database, now }: Deps, tokens: InvitationTokens) =>
  takeLink(database, invitationHash(tokens), 'invite', new Date(now()))

export const findPasswordLink = ({ database, now }: Deps, token: string) =>
  findLink(database.db, hashOf(token), 'password', new Date(now()))

export const takePasswordLink = ({ database, now }: Deps, token: string) => takeLink(database, hashOf(token), 'password', new Date(now()))
