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
