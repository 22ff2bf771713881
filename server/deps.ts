import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#drizzle/database.ts'
import type { Mail } from '#server/mail.ts'
import type { Platforms } from '#server/platforms/registry.ts'
import type { Vault } from '#server/stores/vault.ts'

/** Everything with a side effect, handed in once: tests replace these and nothing else. */
export type Deps = {
  database: Database
  platforms: Platforms
  vault: Vault
  mail: Mail
  /** Where people find the product: links in mails begin with it, never with what a request says. */
  appUrl: string
  /** Milliseconds since 1970. */
  now: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}
