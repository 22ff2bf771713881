import { createAccessTokens } from '#server/auth/access-token.ts'
import { createBreachedPasswords } from '#server/auth/breached-passwords.ts'
import { createOwnerSetup } from '#server/auth/owner-setup.ts'
import { createAuthProvider, type Issuer } from '#server/auth/provider.ts'
import { createRefreshTokens } from '#server/auth/refresh-token.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createThirdParty } from '#server/auth/third-party.ts'
import { assembleWork, type WorkOptions } from './assemble-work.ts'
import type { Deps } from '#server/deps.ts'
import { inspectEnvironment, type InspectedEnvironment } from '#server/boot/environment.ts'
import { threadMetrics } from '#server/metrics/exposition.ts'
import { keepStored } from '#server/metrics/stored.ts'
import { createSystem, type Readings } from '#server/system/system.ts'

type AuthOptions = Pick<WorkOptions, 'appSecret' | 'previousSecrets' | 'appUrl' | 'databaseUrl' | 'dataDir' | 'now'> & {
  passwordMinLength: number
  /** External identity providers. Default: none. */
  issuers?: readonly Issuer[]
  /** Whether the first account requires a setup code, and which one (null: a generated one). Default: no code. */
  ownerSetup?: { given: string | null } | undefined
  /** The address of the service for breached passwords. Default: no check. */
  breachedPasswordsUrl?: string | undefined
  /** The metrics of this process, which the state of the system is read from. Default: those of the main thread. */
  readings?: Readings | undefined
  /** The id of this process among those that say that they are there. */
  presence?: string | undefined
  /** The environment that owners can check. Default: that of this process. */
  inspect?: (() => InspectedEnvironment) | undefined
}
export type AssemblyOptions = WorkOptions & AuthOptions

/** Adds the dependencies for authentication. */
export function withAuth<Work extends Deps>(work: Work, options: AuthOptions): Work & AuthDeps {
  const { appSecret, previousSecrets, appUrl, passwordMinLength, now, issuers = [], ownerSetup, breachedPasswordsUrl } = options
  const { databaseUrl, dataDir, presence = null, inspect = inspectEnvironment } = options
  const { readings = { own: threadMetrics(work), stored: keepStored(work), worker: null } } = options
  const provided = { database: work.database, appSecret, previousSecrets, appUrl, passwordMinLength, now }
  return {
    ...work,
    provider: createAuthProvider(provided),
    thirdParty: createThirdParty({ ...provided, fetch: globalThis.fetch }, issuers),
    accessTokens: createAccessTokens(options),
    refreshTokens: createRefreshTokens(options),
    ownerSetup: ownerSetup ? createOwnerSetup({ database: work.database, appSecret, ...ownerSetup }) : null,
    breachedPasswords:
      breachedPasswordsUrl === undefined ? null : createBreachedPasswords({ fetch: globalThis.fetch }, work.log, breachedPasswordsUrl),
    system: createSystem(work, { databaseUrl, dataDir, readings, presence, inspect }),
  }
}

/** Creates all dependencies with side effects, once. `close` closes them. */
export async function assemble(options: AssemblyOptions): Promise<AuthDeps & { close(): Promise<void> }> {
  return withAuth(await assembleWork(options), options)
}
