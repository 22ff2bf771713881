import { AppError } from '#shared/errors.ts'
import { stranger, type Caller } from '#server/auth/caller.ts'
import { isKnownDevice } from '#server/auth/devices.ts'
import { note } from '#server/auth/note.ts'
import { findAccount } from '#server/auth/repo.ts'
import type { Deps } from '#server/deps.ts'
import { securityMails } from '#server/mail/security-mails.ts'
import { allowances, callerKey, count, reset, giveBack, consume, tooMany, type Allowance, type Counted } from '#server/throttle/throttle.ts'

/** The limits for strangers' attempts on an account: from one network (`own`), and from everywhere together (`whole`). */
type Guarded = { own: Allowance; whole: Allowance; action: string; mail: (appUrl: string) => { subject: string; text: string } }
const guarded = {
  signIns: {
    own: allowances.signInsFromNetworkTo,
    whole: allowances.signInsTo,
    action: 'session.throttled',
    mail: securityMails.signInsThrottled,
  },
  links: {
    own: allowances.linksFromNetworkTo,
    whole: allowances.linksTo,
    action: 'session.linkThrottled',
    mail: securityMails.linksThrottled,
  },
} as const satisfies Record<string, Guarded>
type Kind = keyof typeof guarded

const pairOf = (email: string, { address }: Caller) => JSON.stringify([email, callerKey(address)])

/** Records an audit entry, and mails the person at most once a day. It takes as long for an unknown address. */
async function report(deps: Deps, { action, whole, mail }: Guarded, { name }: Allowance, email: string, caller: Caller) {
  await note(deps, caller, { actorId: stranger, action, target: email, decision: 'denied', details: { allowance: name } })
  const { over } = await count(deps, allowances.notices, JSON.stringify([whole.name, email]))
  const account = await findAccount(deps.database.db, email)
  if (over === 0 && account?.isActive) deps.mail.postBehind(async () => ({ to: account.email, ...mail(deps.appUrl) }))
}

/**
 * Counts an attempt on an account. Returns the exceeded limit, or null. The limit of a network binds everybody. The limit of the whole
 * account does not bind browsers that its person signed in with before, so strangers cannot lock the person out.
 * @param email in lower case
 */
async function throttled(deps: Deps, kind: Kind, email: string, caller: Caller): Promise<Counted | null> {
  const rule = guarded[kind]
  const own = await count(deps, rule.own, pairOf(email, caller))
  if (own.over === 1) await report(deps, rule, rule.own, email, caller)
  if (own.over > 0) return own
  const whole = await count(deps, rule.whole, email)
  if (whole.over === 1) await report(deps, rule, rule.whole, email, caller)
  return whole.over > 0 && !(await isKnownDevice(deps, email, caller)) ? whole : null
}

/** Counts a password before it is verified. Throws TOO_MANY_REQUESTS. @param email in lower case */
export async function spendSignIn(deps: Deps, email: string, caller: Caller) {
  await consume(deps, allowances.signInsFrom, callerKey(caller.address))
  const refusal = await throttled(deps, 'signIns', email, caller)
  if (refusal) throw tooMany(refusal)
}

/**
 * The result of verifying a password that was counted. Where the server was too busy to verify it, the attempt is taken back: nothing was
 * tried, and the person will try again.
 */
export async function verified<T>(deps: Deps, email: string, caller: Caller, verifying: Promise<T>): Promise<T> {
  try {
    return await verifying
  } catch (error) {
    if (error instanceof AppError && error.code === 'OVERLOADED') {
      await giveBack(deps, allowances.signInsFrom, callerKey(caller.address))
      await giveBack(deps, allowances.signInsFromNetworkTo, pairOf(email, caller))
      await giveBack(deps, allowances.signInsTo, email)
    }
    throw error
  }
}

/** Counts a link, and returns whether it may be sent. @param email in lower case */
export const mayHaveLink = async (deps: Deps, email: string, caller: Caller): Promise<boolean> =>
  (await throttled(deps, 'links', email, caller)) === null

/** After a correct password: resets the count of this network for the account, and takes this attempt back from the other counts. */
export async function forgiveSignIn(deps: Deps, email: string, caller: Caller) {
  await giveBack(deps, allowances.signInsFrom, callerKey(caller.address))
  await reset(deps, allowances.signInsFromNetworkTo, pairOf(email, caller))
  await giveBack(deps, allowances.signInsTo, email)
}
