import type { Logger } from 'pino'
import { openDatabase } from '#drizzle/open.ts'
import type { Deps } from '#server/deps.ts'
import { createMail } from '#server/mail/mail.ts'
import { databaseFiles } from '#server/jobs/database-files.ts'
import { folderFiles } from '#server/jobs/folder-files.ts'
import { machineClock, type Clock } from '#server/platforms/clock.ts'
import { createPlatforms } from '#server/platforms/registry.ts'
import type { ServiceAccount } from '#server/sheets/google.ts'
import type { AppSecrets } from '#server/secrets/secret.ts'
import { assertSecret } from '#server/secrets/check.ts'
import { createSheets } from '#server/sheets/sheets.ts'
import { createAuditSeal } from '#server/seals/seal.ts'
import { createVault } from '#server/stores/vault.ts'

/** `account` null: this installation writes no spreadsheets. */
export type Google = { account: ServiceAccount | null; sheetsEndpoint?: string | undefined; tokenEndpoint?: string | undefined }

function openSheets({ account, sheetsEndpoint, tokenEndpoint }: Google, clock: Clock) {
  if (!account) return null
  return createSheets({ account, sheetsEndpoint, tokenEndpoint, fetch: globalThis.fetch, clock })
}

/** `appSecret`: at least 32 random bytes, base64. */
export type WorkOptions = AppSecrets & {
  databaseUrl: string
  appUrl: string
  dataDir: string
  mail: { smtpUrl: string | null; from: string }
  /** Shop host -> base URL: shops that are reached elsewhere, in the sandbox or in a test. */
  platformEndpoints: Record<string, string>
  /** How long pages may wait for a shop's rate limit before a bulk operation is taken instead; the connector's own measure where left out. */
  bulkAfterMs?: number | undefined
  /** The service account that writes spreadsheets, and where Google is reached instead in the sandbox or in a test. */
  google?: Google | undefined
  /** The folder that files of jobs are kept in; without one, they are kept in the database. */
  filesFolder?: string | undefined
  now: () => number
  /** How calls to shops and to Google wait, where that is not the machine's own time. */
  waiting?: Partial<Clock> | undefined
  log: Logger
}

/** What can be let go of again. */
type Closing = { close(): Promise<void> }

/** Opens all that works on jobs: who may come in is nothing to it. `close` ends it again. */
export async function assembleWork(options: WorkOptions): Promise<Deps & Closing> {
  const {
    databaseUrl,
    appUrl,
    dataDir,
    platformEndpoints,
    bulkAfterMs,
    filesFolder,
    now,
    waiting = {},
    log,
    google = { account: null },
  } = options
  const database = await openDatabase(databaseUrl)
  const vault = createVault(options)
  await assertSecret(database, vault)
  // `now` is the date alone: limits and deadlines are measured by a clock that nobody sets back.
  const clock = { ...machineClock, date: now, ...waiting }
  const platforms = createPlatforms({
    ...clock,
    endpoints: platformEndpoints,
    bulkAfterMs,
    log: (event, message) => log.info(event, message),
  })
  const mail = createMail({ ...options.mail, database, vault, dataDir, now, log })
  return {
    database,
    platforms,
    mail,
    appUrl,
    vault,
    auditSeal: createAuditSeal(options),
    files: filesFolder === undefined ? databaseFiles(database) : await folderFiles(filesFolder),
    sheets: openSheets(google, clock),
    now,
    clock,
    log,
    async close() {
      await mail.close()
      await platforms.close()
      await database.close()
    },
  }
}
