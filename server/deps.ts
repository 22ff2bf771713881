import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#drizzle/database.ts'
import type { Feed } from '#server/events/feed.ts'
import type { Outbound } from '#server/webhooks/outbound.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { FileStore } from '#server/jobs/files.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import type { KeptFigures } from '#server/stores/kept-figures.ts'
import type { Platforms } from '#server/platforms/registry.ts'
import type { AuditSeal } from '#server/seals/seal.ts'
import type { GoogleKeys } from '#server/sheets/google-keys.ts'
import type { Sheets } from '#server/sheets/sheets.ts'
import type { KeptCounts } from '#server/stores/kept-counts.ts'
import type { Vault } from '#server/stores/vault.ts'

/** Everything with a side effect, created once. Tests replace these and nothing else. */
export type Deps = {
  database: Database
  platforms: Platforms
  /** The copy of all stores' products. */
  catalogue: CatalogueCopy
  keptCounts: KeptCounts
  keptFigures: KeptFigures
  vault: Vault
  /** The events of all processes. */
  feed: Feed
  /** Calls to addresses that users enter. */
  outbound: Outbound
  auditSeal: AuditSeal
  mail: Mail
  /** How long a destination may be silent, in ms. */
  destinationAnswerMs: number
  /** The product's address. Links in mails begin with it, never with a value from a request. */
  appUrl: string
  /** The files of jobs. */
  files: FileStore
  /** How long files of jobs are kept. */
  exportKeepDays: number
  sheets: Sheets
  googleKeys: GoogleKeys
  /** Milliseconds since 1970. */
  now: () => number
  clock: Clock
  /** The clock of leases. */
  sharedClock: SharedClock
  /** What Prometheus reads; see server/metrics/table.ts. */
  metrics: Metrics
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** What calls to a store's shop need. */
export type ShopDeps = Pick<Deps, 'database' | 'platforms' | 'vault' | 'now' | 'clock'>
