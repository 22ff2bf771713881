import type { Logger } from 'pino'
import { openDatabase } from '#drizzle/open.ts'
import { createAccessTokens } from '#server/auth/access-token.ts'
import { createAuthProvider, type Issuer } from '#server/auth/provider.ts'
import { createThirdParty } from '#server/auth/third-party.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createMail } from '#server/mail.ts'
import { createPlatforms } from '#server/platforms/registry.ts'
import { createVault } from '#server/stores/vault.ts'

export type AssemblyOptions = {
  databaseUrl: string
  /** At least 32 random bytes, base64. */
  appSecret: string
  appUrl: string
  passwordMinLength: number
  dataDir: string
  /** Who else may vouch for people; none where left out. */
  issuers?: readonly Issuer[]
  mail: { smtpUrl: string | null; from: string }
  /** Shop host -> base URL: shops that are reached elsewhere, in the sandbox or in a test. */
  platformEndpoints: Record<string, string>
  now: () => number
  log: Logger
}

/** Opens everything with a side effect, once; `close` ends it again. */
export async function assemble(options: AssemblyOptions): Promise<AuthDeps & { close(): Promise<void> }> {
  const { databaseUrl, appSecret, appUrl, passwordMinLength, dataDir, platformEndpoints, issuers = [], now, log } = options
  const database = await openDatabase(databaseUrl)
  const platforms = createPlatforms({ endpoints: platformEndpoints, log: (event, message) => log.info(event, message), now })
  const providerOptions = { database, appSecret, appUrl, passwordMinLength, now }
  const mail = createMail({ ...options.mail, dataDir, now, log })
  return {
    database,
    platforms,
    mail,
    appUrl,
    vault: createVault(appSecret),
    provider: createAuthProvider(providerOptions),
    thirdParty: createThirdParty(providerOptions, issuers),
    accessTokens: createAccessTokens(appSecret),
    now,
    log,
    async close() {
      await mail.close()
      await platforms.close()
      await database.close()
    },
  }
}
