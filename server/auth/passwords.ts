import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { BreachedPasswords } from '#server/auth/breached-passwords.ts'
import { isContextWord } from '#server/auth/context-words.ts'
import { hashPassword, verifyPassword } from '#server/auth/password-hash.ts'
import { createBoundedQueue } from '#server/throttle/bounded-queue.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** Loaded when somebody first chooses a password: dictionaries are large. */
async function commonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].slice(0, limits.password.commonRefused)
}

/** Refuses the passwords that everybody tries first, anywhere and here, and those known from breaches. Throws INVALID_INPUT. */
export async function assertUncommon(isBreached: BreachedPasswords | null, password: string) {
  if (isContextWord(password) || (await commonPasswords()).includes(password.toLowerCase()))
    refuseField('password', messages.auth.passwordCommon)
  if (await isBreached?.(password)) refuseField('password', messages.auth.passwordBreached)
}

/** scrypt, a few at a time: a flood of sign-ins leaves the rest of the machine to those who are in, and is turned away past a point. */
export function createHasher() {
  const inTurn = createBoundedQueue(limits.hashing)
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn(() => verifyPassword(attempt)),
  }
}
