import Database from 'better-sqlite3'
import { join } from 'node:path'
import { limits } from '#shared/limits.ts'

/** Ages a person's sessions in the database below `dataDir`, so that sensitive calls require reauthentication. */
export function makeSessionsOld(email: string, dataDir = String(process.env['E2E_DATA_DIR'])): void {
  const database = new Database(join(dataDir, 'app.db'), { timeout: 10_000 })
  const ago = limits.reauthenticateAfterMs + 60_000
  const { changes } = database
    .prepare(
      `update sessions set created_at = created_at - :ago, authenticated_at = authenticated_at - :ago
       where user_id = (select id from users where email = :email)`,
    )
    .run({ ago, email })
  database.close()
  if (changes === 0) throw new Error(`${email} has no session`)
}
