import { isAPIError } from 'better-auth/api'
import { parseCookies } from 'better-auth/cookies'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Passkey, PasskeyAddRequest, PasskeyUseRequest } from '#shared/second-factor.ts'
import { stranger, type Caller } from '#server/auth/caller.ts'
import { mailFactorNews } from '#server/auth/factor-news.ts'
import { challengeCookie } from '#server/auth/factor-plugins.ts'
import type { InPerson } from '#server/auth/require-viewer.ts'
import { note } from '#server/auth/note.ts'
import { countPasskeys, ownsCredential, takePasskey, type PasskeyRow } from '#server/auth/passkey-repo.ts'
import { deleteSession, isStillOpen } from '#server/auth/session-repo.ts'
import { begun, providerHeaders, sessionHeaders, type AuthDeps, type Established } from '#server/auth/sessions.ts'

/** The options for a browser's WebAuthn call, and the cookie lines that must come back with its answer. */
export type PasskeyOptions = { options: object; cookies: string[] }

/** Translates better-auth's errors: ACCESS_RESTRICTED for a person without access, PASSKEY_REFUSED for anything else. */
function refused(cause: unknown): never {
  if (!isAPIError(cause)) throw cause
  throw new AppError(cause.body?.code === 'UNABLE_TO_CREATE_SESSION' ? 'ACCESS_RESTRICTED' : 'PASSKEY_REFUSED', undefined, { cause })
}

const challengeName = async ({ provider }: AuthDeps) => (await provider.$context).createAuthCookie(challengeCookie).name

/**
 * The headers for better-auth. Of the caller's cookies, they contain only that of the challenge. With a viewer, they also name the viewer's
 * session.
 */
async function headersWith(deps: AuthDeps, viewer: InPerson | null, caller: Caller): Promise<Headers> {
  const headers = viewer ? await providerHeaders(deps, viewer.sessionId, caller) : sessionHeaders(caller)
  const name = await challengeName(deps)
  const challenge = parseCookies(caller.cookie).get(name)
  if (challenge !== undefined) headers.set('cookie', [headers.get('cookie'), `${name}=${challenge}`].filter(Boolean).join('; '))
  return headers
}

async function challengeIn(deps: AuthDeps, headers: Headers): Promise<string[]> {
  const name = await challengeName(deps)
  return headers.getSetCookie().filter((line) => line.startsWith(`${name}=`))
}

export const passkeyOf = ({ id, name, createdAt }: Pick<PasskeyRow, 'id' | 'name' | 'createdAt'>): Passkey => ({
  id,
  name: name ?? '',
  created_at: (createdAt ?? new Date(0)).toISOString(),
})

async function assertRoomForOne({ database }: AuthDeps, { id }: InPerson) {
  const { passkeys: max } = limits
  if ((await countPasskeys(database.db, id)) >= max) throw new AppError('INVALID_INPUT', messages.secondFactor.tooManyPasskeys(max))
}

/** The options for creating a passkey. Throws INVALID_INPUT where the person has the maximum number of them. */
export async function creationOptions(deps: AuthDeps, viewer: InPerson, caller: Caller): Promise<PasskeyOptions> {
  await assertRoomForOne(deps, viewer)
  const headers = await headersWith(deps, viewer, caller)
  const answer = await deps.provider.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
  return { options: answer.response, cookies: await challengeIn(deps, answer.headers) }
}

/**
 * Throws PASSKEY_REFUSED, INVALID_INPUT where the person has the maximum number of passkeys, and SIGNED_OUT where the session has ended since
 * the call began.
 */
export async function addPasskey(deps: AuthDeps, viewer: InPerson, body: PasskeyAddRequest, caller: Caller): Promise<Passkey> {
  await assertRoomForOne(deps, viewer)
  const headers = await headersWith(deps, viewer, caller)
  const added = await deps.provider.api.verifyPasskeyRegistration({ body, headers }).catch(refused)
  // A reset of the password since then tells its person which passkeys there are, and has not seen this one.
  if (!(await isStillOpen(deps.database.db, viewer.sessionId))) {
    await takePasskey(deps.database.db, viewer.id, added.id)
    throw new AppError('SIGNED_OUT')
  }
  await mailFactorNews(deps, caller, viewer.id, 'passkeyAdded')
  return passkeyOf({ id: added.id, name: added.name ?? null, createdAt: added.createdAt })
}

/** The options for using any passkey of this product, or, with a viewer, one of theirs. */
export async function requestOptions(deps: AuthDeps, viewer: InPerson | null, caller: Caller): Promise<PasskeyOptions> {
  const headers = await headersWith(deps, viewer, caller)
  const answer = await deps.provider.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true })
  return { options: { ...answer.response, userVerification: 'required' }, cookies: await challengeIn(deps, answer.headers) }
}

async function verified(deps: AuthDeps, body: PasskeyUseRequest, caller: Caller) {
  const headers = await headersWith(deps, null, caller)
  return deps.provider.api.verifyPasskeyAuthentication({ body, headers, returnHeaders: true }).catch(refused)
}

/** A passkey is both factors at once, so no code follows. Throws PASSKEY_REFUSED, and ACCESS_RESTRICTED for a person without access. */
export async function signInByPasskey(deps: AuthDeps, request: PasskeyUseRequest, caller: Caller): Promise<Established> {
  const entry = { action: 'session.signIn', details: { by: 'passkey' } }
  try {
    const { headers } = await verified(deps, request, caller)
    const established = await begun(deps, headers.getSetCookie(), caller)
    const { id, email } = established.session.user
    await note(deps, caller, { ...entry, actorId: id, target: email, decision: 'allowed' })
    return established
  } catch (error) {
    if (error instanceof AppError && error.code === 'ACCESS_RESTRICTED')
      await note(deps, caller, { ...entry, actorId: stranger, target: null, decision: 'denied' })
    throw error
  }
}

/** Throws PASSKEY_REFUSED for an invalid answer or for another person's passkey. */
export async function assertOwnPasskey(deps: AuthDeps, viewer: InPerson, request: PasskeyUseRequest, caller: Caller) {
  const { db } = deps.database
  if (!(await ownsCredential(db, viewer.id, request.response.id))) throw new AppError('PASSKEY_REFUSED')
  const { response } = await verified(deps, request, caller)
  // better-auth begins a session with every proof. The viewer already has one.
  await deleteSession(db, response.session.id)
}
