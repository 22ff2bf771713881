import { createHash, randomBytes } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import type { Caller } from '#server/auth/caller.ts'
import { cookieLine, deviceCookie, readCookie } from '#server/auth/cookies.ts'
import { deviceKeysOf, isDeviceOf, keepDevice } from '#server/auth/devices-repo.ts'
import type { Deps } from '#server/deps.ts'
import { securityMails } from '#server/mail/security-mails.ts'
import { callerKey } from '#server/throttle/throttle.ts'

const tokenBytes = 32
const keptSeconds = limits.housekeeping.unseenDevice * 24 * 3_600
const hashOf = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
const keyOfToken = (token: string) => hashOf('cookie', token)
const keyOfOrigin = ({ address, userAgent }: Caller) => hashOf('network and browser', callerKey(address), userAgent)
const tokenIn = ({ cookie }: Caller, { appUrl }: Deps) => readCookie(cookie, deviceCookie(appUrl))

/** Whether the browser's cookie proves an earlier sign-in of this person. @param email in lower case */
export async function isKnownDevice(deps: Deps, email: string, caller: Caller): Promise<boolean> {
  const token = tokenIn(caller, deps)
  return token !== null && isDeviceOf(deps.database.db, email, keyOfToken(token))
}

/**
 * Records the device of a sign-in and returns the line of the device cookie. A person who has signed in before gets a mail where neither
 * the cookie nor the network and browser are known. A token that is not this person's is replaced, because an attacker may have planted it.
 */
export async function rememberDevice(deps: Deps, { userId, email }: { userId: string; email: string }, caller: Caller): Promise<string> {
  const known = await deviceKeysOf(deps.database.db, userId)
  const given = tokenIn(caller, deps)
  const isOwn = given !== null && known.includes(keyOfToken(given))
  const token = isOwn ? given : randomBytes(tokenBytes).toString('base64url')
  const origin = keyOfOrigin(caller)
  const at = new Date(deps.now())
  await keepDevice(deps.database, userId, [keyOfToken(token), origin], at)
  if (known.length > 0 && !isOwn && !known.includes(origin))
    deps.mail.postBehind(async () => ({ to: email, ...securityMails.newDevice(deps.appUrl, at, caller) }))
  return cookieLine(deps.appUrl, deviceCookie(deps.appUrl), token, keptSeconds)
}
