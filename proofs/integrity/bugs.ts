// Seeded bugs that the proof must find.
import { dialect } from '#drizzle/dialect.ts'
import type { SourceBug } from '../source-bug.ts'

/** Migrations without a transaction around them. */
export const migratesInPieces: SourceBug =
  dialect === 'sqlite'
    ? {
        file: 'node_modules/drizzle-orm/sqlite-core/async/session.js',
        changes: [
          { from: 'session.run(sql`BEGIN`)', to: '' },
          { from: 'session.run(sql`COMMIT`)', to: '' },
        ],
      }
    : {
        file: 'node_modules/drizzle-orm/pg-core/async/session.js',
        changes: [{ from: 'await db.transaction(async (tx) => {', to: 'await (async (work) => work(db))(async (tx) => {' }],
      }

/** Backups without what is in the log beside SQLite's file, and of Postgres' tables at different moments. */
export const copiesInPieces: SourceBug =
  dialect === 'sqlite'
    ? {
        file: 'drizzle/sqlite-backup.ts',
        changes: [
          {
            from: "opened(fileOf(url), (client) => client.prepare('vacuum into ?').run(copy))",
            to: 'copyFileSync(fileOf(url), copy)',
          },
        ],
      }
    : {
        file: 'drizzle/postgres-backup.ts',
        changes: [{ from: 'begin isolation level repeatable read read only', to: 'begin' }],
      }

/** Batches of statements without a transaction around them. */
export const writesInPieces: SourceBug =
  dialect === 'sqlite'
    ? {
        file: 'drizzle/sqlite-connection.ts',
        changes: [
          {
            from: 'client.transaction(() => statements.map((one) => execute(prepare, one))).immediate()',
            to: 'statements.map((one) => execute(prepare, one))',
          },
        ],
      }
    : {
        file: 'drizzle/postgres-connection.ts',
        changes: [{ from: 'native.transaction(async (transaction) => {', to: '(async (work) => work(native))(async (transaction) => {' }],
      }
