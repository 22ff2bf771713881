import { availableParallelism } from 'node:os'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { BreachedPasswords } from '#server/auth/breached-passwords.ts'
import { isContextWord } from '#server/auth/context-words.ts'
import { hashPassword, verifyPassword } from '#server/auth/password-hash.ts'
import { createBoundedQueue } from '#server/throttle/bounded-queue.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** Loaded when a password is first chosen, because dictionaries are large. */
async function commonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].slice(0, limits.password.commonRefused)
}

/** Throws INVALID_INPUT for common passwords, for words of this product, and for passwords known from breaches. */
export async function assertUncommon(isBreached: BreachedPasswords | null, password: string) {
  if (isContextWord(password) || (await commonPasswords()).includes(password.toLowerCase()))
    refuseField('password', messages.auth.passwordCommon)
  if (await isBreached?.(password)) refuseField('password', messages.auth.passwordBreached)
}

/**
 * How many passwords are hashed at once, and how many wait. One processor is left to the calls: their thread works for a moment at a time, and with
 * hashes on every processor it waits for one before each of these moments.
 */
export const hashingBounds = {
  atOnce: Math.max(1, Math.min(limits.hashing.atOnce, availableParallelism() - 1)),
  waiting: limits.hashing.waiting,
}

/** scrypt, a few at a time, so that a flood of sign-ins leaves CPU time to signed-in people. Throws OVERLOADED above a limit. */
export function createHasher() {
  const inTurn = createBoundedQueue(hashingBounds)
  return {
    /** Throws OVERLOADED where no further password would be taken now. */
    assertRoom: inTurn.assertRoom,
    hash: (password: string) => inTurn.run(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn.run(() => verifyPassword(attempt)),
  }
}
