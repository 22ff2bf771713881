import type { Logger } from 'pino'
import { keepingLists } from '#drizzle/catalogue/kept-lists.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import type { CopyDamage } from '#drizzle/catalogue/sqlite-damage.ts'
import { catalogueWhenNeeded } from '#drizzle/catalogue/when-needed.ts'
import { dialect } from '#drizzle/dialect.ts'
import { openDatabase } from '#drizzle/open.ts'
import { limits } from '#shared/limits.ts'
import { databaseBudgets } from '#server/budgets/shared.ts'
import type { Deps } from '#server/deps.ts'
import { createFeed } from '#server/events/feed.ts'
import { createMetrics, type ThreadName } from '#server/metrics/metrics.ts'
import { withTrace } from '#server/logs/trace.ts'
import { createMail, type MailOptions } from '#server/mail/mail.ts'
import { databaseFiles } from '#server/jobs/database-files.ts'
import { folderFiles } from '#server/jobs/folder-files.ts'
import { createSharedClock } from '#drizzle/shared-clock.ts'
import { s3Files } from '#server/jobs/s3-files.ts'
import { keepFigures } from '#server/stores/kept-figures.ts'
import { machineClock, type Clock } from '#server/platforms/clock.ts'
import { machineLookup, type Lookup } from '#server/platforms/guard.ts'
import { createPlatforms } from '#server/platforms/registry.ts'
import { openBucket, type BucketPlace } from '#server/storage/bucket.ts'
import type { GoogleAccount } from '#shared/google-key.ts'
import type { AppSecrets } from '#server/secrets/secret.ts'
import { assertSecret } from '#server/secrets/check.ts'
import { createGoogleKeys, type GoogleKeys } from '#server/sheets/google-keys.ts'
import { createSheets } from '#server/sheets/sheets.ts'
import { createAuditSeal } from '#server/seals/seal.ts'
import { keepCounts } from '#server/stores/kept-counts.ts'
import { createVault } from '#server/stores/vault.ts'
import { createOutbound } from '#server/webhooks/outbound.ts'

/** `account`: the environment's key, which is used while there is none in the settings. null: there is none. */
export type Google = { account: GoogleAccount | null; sheetsEndpoint?: string | undefined; tokenEndpoint?: string | undefined }

function openSheets({ sheetsEndpoint, tokenEndpoint }: Google, keys: GoogleKeys, clock: Clock) {
  const current = async () => (await keys.current())?.account ?? null
  return createSheets({ current, sheetsEndpoint, tokenEndpoint, fetch: globalThis.fetch, clock })
}

/** `appSecret`: at least 32 random bytes, base64. */
export type WorkOptions = AppSecrets & {
  databaseUrl: string
  appUrl: string
  dataDir: string
  mail: Pick<MailOptions, 'smtpUrl' | 'from' | 'timeouts'>
  /** Shop host to base URL: redirects the traffic of these shops, for the sandbox and tests. */
  platformEndpoints: Record<string, string>
  /** The maximum wait of pages for a shop's rate limit; above it, a bulk operation is used. Default: the connector's own value. */
  bulkAfterMs?: number | undefined
  /** Hosts that webhooks may call although they are private or without TLS. Default: none. */
  destinationHosts?: readonly string[] | undefined
  /** How the names of webhooks' hosts are resolved. Default: as the machine does. */
  destinationLookup?: Lookup | undefined
  /** How long a destination may be silent, in ms. Default: 30 seconds. */
  destinationAnswerMs?: number | undefined
  /** The service account for spreadsheets, and Google's base addresses in the sandbox or a test. */
  google?: Google | undefined
  /** The folder or the bucket for files of jobs. Without both, they are stored in the database. */
  filesFolder?: string | undefined
  filesBucket?: BucketPlace | undefined
  /** Default: 30 days. */
  exportKeepDays?: number | undefined
  /** The thread that these dependencies are for. Default: the main thread. */
  thread?: ThreadName | undefined
  now: () => number
  /** The clock of leases, in milliseconds since 1970. Default: the database's. */
  sharedNow?: (() => number) | undefined
  /** Whether all processes of the database share the rate limits of shops. Default: on Postgres, unless waits have a clock of their own. */
  sharesBudgets?: boolean | undefined
  /** The clock for waits on shops and Google. Default: the machine's clock. */
  waiting?: Partial<Clock> | undefined
  log: Logger
}

type Closing = { close(): Promise<void> }

/** Creates all dependencies for jobs, without authentication. `close` closes them. */
export async function assembleWork(options: WorkOptions): Promise<Deps & Closing> {
  const {
    databaseUrl,
    appUrl,
    dataDir,
    platformEndpoints,
    bulkAfterMs,
    destinationHosts = [],
    destinationLookup = machineLookup,
    destinationAnswerMs = limits.destinations.answerMs,
    exportKeepDays = limits.jobs.keepDays,
    thread = 'main',
    now,
    sharedNow,
    waiting = {},
    sharesBudgets = dialect === 'postgres' && options.waiting === undefined,
    google = { account: null },
  } = options
  const log = withTrace(options.log)
  const database = await openDatabase(databaseUrl)
  const vault = createVault(options)
  await assertSecret(database, vault)
  // `now` only gives the date. Limits and deadlines use a clock that is never set back.
  const clock = { ...machineClock, date: now, ...waiting }
  const onDamage = (kept: CopyDamage) =>
    log.error(
      kept,
      `catalogue.db was damaged and is filled anew from the shops. ${kept.isWhole ? 'All' : `Only ${kept.changes}`} of the changes of the last 90 days could be kept`,
    )
  const catalogue = catalogueWhenNeeded(async () => keepingLists(await openCatalogue({ url: databaseUrl, dataDir, onDamage })))
  const metrics = createMetrics(thread, now)
  const platforms = createPlatforms({
    ...clock,
    onCall: metrics.shopCall,
    budgets: sharesBudgets ? databaseBudgets(database, createSharedClock(now)) : undefined,
    endpoints: platformEndpoints,
    bulkAfterMs,
    log: (event, message) => log.info(event, message),
  })
  const bucket = options.filesBucket ? await openBucket(options.filesBucket) : null
  const googleKeys = createGoogleKeys({ database, vault, environment: google.account })
  const keptFigures = keepFigures({ now, log })
  const feed = createFeed({ database, log })
  const outbound = createOutbound({ trustedHosts: destinationHosts, lookup: destinationLookup, clock })
  const mail = createMail({ ...options.mail, database, vault, dataDir, now, log })
  return {
    database,
    platforms,
    catalogue,
    keptCounts: keepCounts(now),
    keptFigures,
    feed,
    outbound,
    mail,
    destinationAnswerMs,
    appUrl,
    vault,
    auditSeal: createAuditSeal(options),
    files: bucket ? s3Files(bucket) : options.filesFolder === undefined ? databaseFiles(database) : await folderFiles(options.filesFolder),
    exportKeepDays,
    sheets: openSheets(google, googleKeys, clock),
    googleKeys,
    now,
    clock,
    sharedClock: createSharedClock(now, sharedNow),
    metrics,
    log,
    async close() {
      feed.close()
      await keptFigures.close()
      await mail.close()
      await platforms.close()
      await outbound.close()
      bucket?.close()
      await catalogue.close()
      await database.close()
    },
  }
}
