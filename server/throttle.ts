import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt, forgetAttempts, takeBackAttempt } from '#server/throttle-repo.ts'

/** At most `most` in each stretch of `seconds`, counted over all machines. */
export type Allowance = { name: string; most: number; seconds: number }

const tries = limits.signInTries
export const allowances = {
  signInsTo: { name: 'sign-ins to an account', most: tries.account, seconds: tries.seconds },
  signInsFrom: { name: 'sign-ins from an address', most: tries.address, seconds: tries.seconds },
  /** Anybody may ask for links to any address, so what they use up is theirs alone. */
  linksTo: { name: 'password links to an address', most: limits.mailsPerDay, seconds: 24 * 3_600 },
  invitesTo: { name: 'invitations to an address', most: limits.mailsPerDay, seconds: 24 * 3_600 },
  invitesBy: { name: 'invitations by a person', most: limits.invitesPerHour, seconds: 3_600 },
} as const

const networkOfIpv6 = 64

/** One caller, however the address is spelled: IPv6 callers own whole /64 networks, so those count as one. */
export function callerKey(caller: string): string {
  if (!ipaddr.isValid(caller)) return caller
  const parsed = ipaddr.process(caller)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${networkOfIpv6}`).toString()
}

function stretchOf({ name, seconds }: Allowance, who: string, now: number) {
  const length = seconds * 1_000
  const start = Math.floor(now / length) * length
  const key = createHash('sha256')
    .update(JSON.stringify([name, who, start]))
    .digest('base64url')
  return { key, end: start + length }
}

/** Counts an attempt before it is made. Throws TOO_MANY_REQUESTS, with the time to wait, where the allowance is used up. */
export async function spend({ database, now }: Deps, allowance: Allowance, who: string) {
  const at = now()
  const { key, end } = stretchOf(allowance, who, at)
  const count = await countAttempt(database.db, key, new Date(at), new Date(end))
  if (count > allowance.most) throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: Math.ceil((end - at) / 1_000) })
}

/** After a success: the attempts before it are forgiven. */
export const forgive = ({ database, now }: Deps, allowance: Allowance, who: string) =>
  forgetAttempts(database.db, stretchOf(allowance, who, now()).key)

/** After a success: this one attempt does not count. */
export const refund = ({ database, now }: Deps, allowance: Allowance, who: string) =>
  takeBackAttempt(database.db, stretchOf(allowance, who, now()).key)
