import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { unlessAway } from '#drizzle/away.ts'
import type { Database, Db } from '#drizzle/database.ts'
import { isDeadlock } from '#drizzle/errors.ts'
import { listenToServer } from '#drizzle/postgres-listener.ts'
import { assertNotNewer } from '#drizzle/newer.ts'

/** An arbitrary number that no other user of the database locks. Two machines that start together must not both migrate. */
export const migrationLock = 7_203_511

/** Longer than any migration takes. After this time, an error replaces the wait. */
const migrationLockTimeout = '120s'

/**
 * For the event by which a connection tells that it broke between two statements, which would end the process if nobody heard it. The next statement
 * throws.
 */
const nothingToDo = () => {}

/** Opens a connection outside the pool and closes it after the work. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', nothingToDo)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The names of the applied migrations. */
async function appliedIn(client: Client): Promise<string[]> {
  // Earlier versions of drizzle had no such column, which it adds itself.
  const { rowCount } = await client.query(
    "select from information_schema.columns where table_schema = 'drizzle' and table_name = '__drizzle_migrations' and column_name = 'name'",
  )
  if (rowCount === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from drizzle.__drizzle_migrations where name is not null')
  return rows.map(({ name }) => name)
}

/**
 * Runs the missing migrations of a folder, on one machine at a time. The lock belongs to a transaction on a separate connection: behind a
 * connection pooler, the lock of a session would never be released.
 */
export const migrateAlone = (url: string, migrationsFolder: string) =>
  withClient(url, async (guard) => {
    await guard.query('begin')
    await guard.query(`set local lock_timeout = '${migrationLockTimeout}'`)
    await guard.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await withClient(url, async (client) => {
      const applied = new Set(await appliedIn(client))
      // Without any to apply, the user needs no right to change the database.
      const isPending = readMigrationFiles({ migrationsFolder }).some(({ name }) => !applied.has(name))
      if (isPending) await migrate(drizzle({ client }), { migrationsFolder })
      assertNotNewer(await appliedIn(client), migrationsFolder)
    })
  })

/** Timeouts for a server that accepts connections but does not answer, so that callers get an error instead of waiting for ever. */
export const connectionPatience = { connectionTimeoutMillis: 10_000, query_timeout: 60_000, keepAlive: true }

const triesAtDeadlock = 5

/** Retries a transaction that the server ended because of a deadlock. It has changed nothing. */
export async function unlocked<T>(transaction: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (turn >= triesAtDeadlock || !isDeadlock(error)) throw error
    }
  }
}

/** Makes all statements of the pool throw DatabaseAway for connection errors. */
export function tellAway(pool: Pool) {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  Object.assign(pool, { query: (...given: unknown[]) => unlessAway(() => query(...given)) })
}

/** Lets a pool outlive its connections: the pool removes an idle one that broke, and a statement on one that is in use throws. */
export function surviveBreaks(pool: Pool) {
  pool.on('error', nothingToDo)
  pool.on('connect', (client) => void client.on('error', nothingToDo))
}

/** Migrates a Postgres database, on one machine at a time, and connects to it. */
export async function connect(url: string, migrationsFolder: string): Promise<Database> {
  await migrateAlone(url, migrationsFolder)
  return attach(url)
}

/** Longer than the pauses of an idle worker, which would otherwise connect anew for each of its statements. */
const idleMs = 60_000

/** Connects to a Postgres database without migrating it. */
export async function attach(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, max: 10, idleTimeoutMillis: idleMs, ...connectionPatience })
  surviveBreaks(pool)
  tellAway(pool)
  const native = drizzle({ client: pool })
  return {
    db: native as unknown as Db,
    native: native as unknown as Record<string, unknown>,
    batch: (statements) =>
      unlocked(() =>
        unlessAway(() =>
          native.transaction(async (transaction) => {
            const results: unknown[] = []
            for (const statement of statements(transaction as unknown as Db)) results.push(await statement)
            return results as never
          }),
        ),
      ),
    listen: (heard, everyMs) => listenToServer(url, heard, everyMs),
    async bytes() {
      const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
      return Number(rows[0]?.bytes)
    },
    close: () => pool.end(),
  }
}
