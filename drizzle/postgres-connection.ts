import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { unlessAway } from '#drizzle/away.ts'
import type { Database, Db } from '#drizzle/database.ts'
import { isDeadlock } from '#drizzle/errors.ts'
import { assertNotNewer } from '#drizzle/newer.ts'

/** Any number that no other user of the database locks: two machines that start together must not both migrate. */
const migrationLock = 7_203_511

/** Longer than any migration takes: who waits so long is told, instead of waiting for ever. */
const migrationLockTimeout = '120s'

/** Connects once, outside the pool, for as long as the work takes. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The lock is a transaction's, held by a connection of its own: behind a pooler, a session's would stay with the pool for ever. */
/** Carries out what is missing of a folder's migrations, one machine at a time. */
export const migrateAlone = (url: string, migrationsFolder: string) =>
  withClient(url, async (guard) => {
    await guard.query('begin')
    await guard.query(`set local lock_timeout = '${migrationLockTimeout}'`)
    await guard.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await withClient(url, async (client) => {
      await migrate(drizzle({ client }), { migrationsFolder })
      const { rows } = await client.query<{ name: string }>('select name from drizzle.__drizzle_migrations where name is not null')
      assertNotNewer(
        rows.map(({ name }) => name),
        migrationsFolder,
      )
    })
  })

/** A server that is there but silent is as bad as one that is gone: callers are told, instead of waiting for ever. */
const patience = { connectionTimeoutMillis: 10_000, query_timeout: 60_000, keepAlive: true }

const triesAtDeadlock = 5

/** Of transactions that wait for each other the server ends one; it changed nothing and can be sent again. */
async function unlocked<T>(transaction: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (turn >= triesAtDeadlock || !isDeadlock(error)) throw error
    }
  }
}

/** Says of every statement that goes through the pool whether it was the database that was away. */
function tellAway(pool: Pool) {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  Object.assign(pool, { query: (...given: unknown[]) => unlessAway(() => query(...given)) })
}

/** Connects to Postgres and migrates it, one machine at a time. */
export async function connect(url: string, migrationsFolder: string): Promise<Database> {
  await migrateAlone(url, migrationsFolder)
  const pool = new Pool({ connectionString: url, max: 10, ...patience })
  // An idle connection broke: the pool has let go of it, and the next statement gets another one or says itself what is wrong.
  pool.on('error', () => {})
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
    close: () => pool.end(),
  }
}
