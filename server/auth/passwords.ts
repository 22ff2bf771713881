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

/** scrypt, a few at a time, so that a flood of sign-ins leaves CPU time to signed-in people. Throws OVERLOADED above a limit. */
export function createHasher() {
  const inTurn = createBoundedQueue(limits.hashing)
  return {
    /** Throws OVERLOADED where no further password would be taken now. */
    assertRoom: inTurn.assertRoom,
    hash: (password: string) => inTurn.run(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn.run(() => verifyPassword(attempt)),
  }
}
