import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { createGate } from '#server/platforms/gate.ts'

/** Loaded when somebody first chooses a password: dictionaries are large. */
async function commonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].slice(0, limits.password.commonRefused)
}

/** Refuses the passwords that everybody tries first. Throws INVALID_INPUT. */
export async function assertUncommon(password: string) {
  const message = messages.auth.passwordCommon
  if ((await commonPasswords()).includes(password.toLowerCase()))
    throw new AppError('INVALID_INPUT', message, { issues: [{ path: 'password', message }] })
}

/** scrypt, a few at a time: a flood of sign-ins leaves the rest of the machine to those who are in, and is turned away past a point. */
export function createHasher() {
  const { atOnce, waiting: most } = limits.hashing
  const gate = createGate(atOnce)
  let present = 0

  async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (present >= atOnce + most) throw new AppError('OVERLOADED', undefined, { retryAfterSeconds: 5 })
    present += 1
    try {
      return await gate.run(task)
    } finally {
      present -= 1
    }
  }

  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn(() => verifyPassword(attempt)),
  }
}
