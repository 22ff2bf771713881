import { createAccessTokens } from '#server/auth/access-token.ts'
import { createAuthProvider, type Issuer } from '#server/auth/provider.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createThirdParty } from '#server/auth/third-party.ts'
import { assembleWork, type WorkOptions } from '#server/assemble-work.ts'
import type { Deps } from '#server/deps.ts'

type EntranceOptions = Pick<WorkOptions, 'appSecret' | 'appUrl' | 'now'> & {
  passwordMinLength: number
  /** Who else may vouch for people; none where left out. */
  issuers?: readonly Issuer[]
}
export type AssemblyOptions = WorkOptions & EntranceOptions

/** The same with what decides who may come in. */
export function withEntrance<Work extends Deps>(work: Work, options: EntranceOptions): Work & AuthDeps {
  const { appSecret, appUrl, passwordMinLength, now, issuers = [] } = options
  const provided = { database: work.database, appSecret, appUrl, passwordMinLength, now }
  return {
    ...work,
    provider: createAuthProvider(provided),
    thirdParty: createThirdParty(provided, issuers),
    accessTokens: createAccessTokens(appSecret),
  }
}

/** Opens everything with a side effect, once; `close` ends it again. */
export async function assemble(options: AssemblyOptions): Promise<AuthDeps & { close(): Promise<void> }> {
  return withEntrance(await assembleWork(options), options)
}
