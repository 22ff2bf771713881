import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { SetupResponse } from '#shared/second-factor.ts'
import type { Caller } from '#server/auth/caller.ts'
import { hasOwner, installationId } from '#server/auth/repo.ts'
import type { Deps } from '#server/deps.ts'
import { keyFor } from '#server/secrets/secret.ts'
import { allowances, callerKey, consume } from '#server/throttle/throttle.ts'

/** The setup code for the first account, which becomes the owner. null, as in development: the first account needs no code. */
export type OwnerSetup = { code: () => Promise<string> } | null

type Options = Pick<Deps, 'database'> & { appSecret: string; given: string | null }

const codeLength = 24

/**
 * The code from the environment, or one derived from APP_SECRET and the id of this database. All machines derive the same code, and a
 * database that is created again has another one.
 */
export function createOwnerSetup({ database, appSecret, given }: Options): NonNullable<OwnerSetup> {
  const derived = async () =>
    createHmac('sha256', keyFor(appSecret, 'owner setup'))
      .update(await installationId(database.db))
      .digest('base64url')
      .slice(0, codeLength)
  return { code: async () => given ?? derived() }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Throws SETUP_CODE_WRONG where a code is needed and this one is wrong, and TOO_MANY_REQUESTS after too many attempts. */
export async function assertSetupCode(deps: Deps & { ownerSetup: OwnerSetup }, typed: string | undefined, { address }: Caller) {
  if (!deps.ownerSetup) return
  await consume(deps, allowances.setupCodesFrom, callerKey(address))
  await consume(deps, allowances.setupCodes, 'all')
  if (!timingSafeEqual(digest(typed ?? ''), digest(await deps.ownerSetup.code()))) throw new AppError('SETUP_CODE_WRONG')
}

/** Whether the installation still needs an owner, and whether the owner needs the setup code. */
export async function setupState({ database, ownerSetup }: Pick<Deps, 'database'> & { ownerSetup: OwnerSetup }): Promise<SetupResponse> {
  const isNeeded = !(await hasOwner(database.db))
  return { owner_needed: isNeeded, code_needed: isNeeded && ownerSetup !== null }
}

/** Logs the address where the owner registers, as long as there is no owner. */
export async function announceSetup({ database, ownerSetup, appUrl, log }: Deps & { ownerSetup: OwnerSetup }) {
  if (await hasOwner(database.db)) return
  const fragment = ownerSetup ? `#setup=${encodeURIComponent(await ownerSetup.code())}` : ''
  log.warn(
    { register: `${appUrl}/register${fragment}` },
    'There is no owner yet: the account that is made at this address becomes the owner',
  )
}
