import { eq, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { roles } from '#drizzle/schema.ts'
import type { RoleName } from '#shared/roles.ts'

/** This role always exists, so its row can serve as a lock. */
const lockedRole: RoleName = 'owner'

/**
 * Serializes the transactions that begin with it, for what must hold among all rows of a table. It is a separate statement, so that the
 * statements after it see what was committed before.
 */
export const lockInstallation = (db: Db) =>
  db
    .update(roles)
    .set({ level: sql`${roles.level}` })
    .where(eq(roles.id, lockedRole))
    .returning({ id: roles.id })
