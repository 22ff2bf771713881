import { Pool, type ClientBase, type PoolClient } from 'pg'
import { unlessAway } from '#drizzle/away.ts'
import { connectionPatience, surviveBreaks, tellAway, unlocked } from '#drizzle/postgres-connection.ts'

const usualConnections = 5

export type CopyPool = {
  /**
   * Reads. The statement has no name, so that Postgres plans it for its values: which index is good depends on how common a word is.
   */
  rows: <T extends Record<string, unknown>>(sql: string, values?: readonly unknown[]) => Promise<T[]>
  /** Runs work on one connection, and again where Postgres ended it because of a deadlock. */
  onOne: <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>
  close(): Promise<void>
}

/** Compiling a statement over the tables of many stores takes longer than running it. */
const onConnect = async (client: ClientBase) => void (await client.query('set jit = off'))

/** A pool of connections to the database, for the copy alone. No work takes a second connection while it holds one, so that any number is enough. */
export function openCopyPool(url: string, connections: number = usualConnections): CopyPool {
  const settings = { connectionString: url, max: connections, ...connectionPatience, onConnect }
  const pool = new Pool(settings)
  surviveBreaks(pool)
  tellAway(pool)
  return {
    async rows<T extends Record<string, unknown>>(sql: string, values: readonly unknown[] = []) {
      const { rows } = await pool.query<T>(sql, [...values])
      return rows
    },
    onOne: (work) =>
      unlocked(() =>
        unlessAway(async () => {
          const client = await pool.connect()
          try {
            return await work(client)
          } finally {
            client.release()
          }
        }),
      ),
    close: () => pool.end(),
  }
}

/** Runs a transaction on a connection. */
export async function transaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // The first error is the one to tell, also where the connection is gone.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Runs reads within a transaction, which then keeps none of the locks that they took: Postgres releases those taken after a savepoint once it goes
 * back to that. A transaction that reads the tables of all stores would use up the room that Postgres has for locks.
 */
export async function withoutLocks<T>(client: PoolClient, read: () => Promise<T>): Promise<T> {
  await client.query('savepoint reads')
  const found = await read()
  await client.query('rollback to savepoint reads')
  return found
}
