import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { SetupResponse } from '#shared/second-factor.ts'
import type { Caller } from '#server/auth/caller.ts'
import { hasOwner, installationId } from '#server/auth/repo.ts'
import type { Deps } from '#server/deps.ts'
import { keyFor } from '#server/secrets/secret.ts'
import { allowances, callerKey, consume } from '#server/throttle/throttle.ts'

/** The code that the first account takes, the owner's. Without one, as in development, whoever registers first becomes the owner. */
export type OwnerSetup = { code: () => Promise<string> } | null

type Options = Pick<Deps, 'database'> & { appSecret: string; given: string | null }

const codeLength = 24

/**
 * The code that the environment gives, or one made of APP_SECRET and the id of this database: all machines find the same, and a
 * database that is made anew has another.
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

/** Throws SETUP_CODE_WRONG where a code is asked for and this is not it, and TOO_MANY_REQUESTS after too many tries. */
export async function assertSetupCode(deps: Deps & { ownerSetup: OwnerSetup }, typed: string | undefined, { address }: Caller) {
  if (!deps.ownerSetup) return
  await consume(deps, allowances.setupCodesFrom, callerKey(address))
  await consume(deps, allowances.setupCodes, 'all')
  if (!timingSafeEqual(digest(typed ?? ''), digest(await deps.ownerSetup.code()))) throw new AppError('SETUP_CODE_WRONG')
}

/** Whether an owner is still to be made, and whether that takes the code. */
export async function setupState({ database, ownerSetup }: Pick<Deps, 'database'> & { ownerSetup: OwnerSetup }): Promise<SetupResponse> {
  const isNeeded = !(await hasOwner(database.db))
  return { owner_needed: isNeeded, code_needed: isNeeded && ownerSetup !== null }
}

/** While nobody owns the installation, says so, and where its first account is made. */
export async function announceSetup({ database, ownerSetup, appUrl, log }: Deps & { ownerSetup: OwnerSetup }) {
  if (await hasOwner(database.db)) return
  const fragment = ownerSetup ? `#setup=${encodeURIComponent(await ownerSetup.code())}` : ''
  log.warn(
    { register: `${appUrl}/register${fragment}` },
    'There is no owner yet: the account that is made at this address becomes the owner',
  )
}
