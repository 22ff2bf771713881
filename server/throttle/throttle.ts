import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt, forgetAttempts, takeBackAttempt } from './repo.ts'

/** At most `max` attempts in each period of `seconds`, counted over all machines. */
export type Allowance = { name: string; max: number; seconds: number }

const daySeconds = 24 * 3_600
const tries = limits.signInTries
const codes = limits.codeTries
export const allowances = {
  signInsFromNetworkTo: { name: 'sign-ins from a network to an account', max: tries.accountFromNetwork, seconds: tries.seconds },
  signInsTo: { name: 'sign-ins to an account', max: tries.account, seconds: tries.seconds },
  signInsFrom: { name: 'sign-ins from an address', max: tries.network, seconds: tries.seconds },
  setupCodesFrom: { name: 'setup codes from an address', max: limits.setupCodeTries.address, seconds: limits.setupCodeTries.seconds },
  setupCodes: { name: 'setup codes', max: limits.setupCodeTries.all, seconds: limits.setupCodeTries.seconds },
  /** Per network, because anybody can request links to any address. Strangers must not use up the allowance of the person. */
  linksFromNetworkTo: { name: 'password links from a network to an address', max: limits.mailsPerDay, seconds: daySeconds },
  linksTo: { name: 'password links to an address', max: limits.linksPerDay, seconds: daySeconds },
  /** Mails about throttling. */
  notices: { name: 'notices of throttling', max: 1, seconds: daySeconds },
  invitesTo: { name: 'invitations to an address', max: limits.mailsPerDay, seconds: daySeconds },
  picturesBy: { name: 'pictures by a person', max: limits.image.perHour, seconds: 3_600 },
  codesFrom: { name: 'codes of a person from a network', max: codes.network, seconds: codes.networkSeconds },
  /** Only somebody with the password can try codes, but from any number of networks. */
  codesOf: { name: 'codes of a person', max: codes.account, seconds: codes.accountSeconds },
  invitesBy: { name: 'invitations by a person', max: limits.invitesPerHour, seconds: 3_600 },
  sheetChecksBy: { name: 'spreadsheet checks by a person', max: limits.sheetChecksPerMinute, seconds: 60 },
} as const

const networkOfIpv6 = 64

/** The same key for every notation of an address. An IPv6 caller owns a whole /64 network, so a network counts as one caller. */
export function callerKey(caller: string): string {
  if (!ipaddr.isValid(caller)) return caller
  const parsed = ipaddr.process(caller)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${networkOfIpv6}`).toString()
}

const hashOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

function stretchOf({ name, seconds }: Allowance, who: string, now: number) {
  const length = seconds * 1_000
  const start = Math.floor(now / length) * length
  return { key: hashOf([name, who, start]), end: start + length }
}

/** The number of attempts above the allowance, and the time until the next period. */
export type Counted = { over: number; retryAfterSeconds: number }

/** Counts an attempt before it is made. Of all attempts above an allowance, exactly one gets an `over` of 1. */
export async function count({ database, now }: Deps, allowance: Allowance, who: string): Promise<Counted> {
  const at = now()
  const { key, end } = stretchOf(allowance, who, at)
  const attempts = await countAttempt(database.db, key, new Date(at), new Date(end))
  return { over: Math.max(0, attempts - allowance.max), retryAfterSeconds: Math.ceil((end - at) / 1_000) }
}

export const tooMany = ({ retryAfterSeconds }: Counted) => new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds })

/** Counts an attempt. Throws TOO_MANY_REQUESTS, with the time to wait, where the allowance is used up. */
export async function consume(deps: Deps, allowance: Allowance, who: string) {
  const counted = await count(deps, allowance, who)
  if (counted.over > 0) throw tooMany(counted)
}

/** Whether this is the first call with this `name` and `who` within `seconds`. */
export async function isFirst({ database, now }: Deps, name: string, who: string, seconds: number): Promise<boolean> {
  const at = now()
  return (await countAttempt(database.db, hashOf([name, who]), new Date(at), new Date(at + seconds * 1_000))) === 1
}

/** After a success: forgets all attempts of this period. */
export const reset = ({ database, now }: Deps, allowance: Allowance, who: string) =>
  forgetAttempts(database.db, stretchOf(allowance, who, now()).key)

/** After a success: takes this attempt back. */
export const giveBack = ({ database, now }: Deps, allowance: Allowance, who: string) =>
  takeBackAttempt(database.db, stretchOf(allowance, who, now()).key)
