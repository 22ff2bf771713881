import type { Client } from 'pg'
import { unlessAway } from '#drizzle/away.ts'
import { copyRefusal, isWordIndexed } from '#drizzle/catalogue/postgres-rights.ts'
import type { Inspection } from '#drizzle/inspection.ts'
import { migrationLock, withClient } from '#drizzle/postgres-connection.ts'

/** Statements that wait longer than this for a table that a running server uses give up, so that they do not hold up its calls. */
const lockTimeout = '10s'

async function firstText(client: Client, sql: string): Promise<string | null> {
  const { rows } = await client.query<[unknown]>({ text: sql, rowMode: 'array' })
  const [value] = rows[0] ?? []
  return typeof value === 'string' ? value : null
}

/** What Postgres itself knows to be damaged. Each query returns at most one text. */
const damages: readonly { sql: string; describe: (found: string) => string }[] = [
  {
    sql: 'select indexrelid::regclass::text from pg_index where not indisvalid or not indisready limit 1',
    describe: (index) => `the index ${index} is not valid`,
  },
  {
    sql: 'select conname::text from pg_constraint where not convalidated limit 1',
    describe: (constraint) => `the constraint ${constraint} does not hold for all rows`,
  },
  {
    sql: 'select checksum_failures::text from pg_stat_database where datname = current_database() and checksum_failures > 0',
    describe: (count) => `${count} pages failed their checksum`,
  },
]

export const postgresInspection: Inspection = {
  applied: (url) =>
    unlessAway(() =>
      withClient(url, async (client) => {
        if ((await firstText(client, "select to_regclass('drizzle.__drizzle_migrations')::text")) === null) return []
        const { rows } = await client.query<{ name: string }>(
          'select name from drizzle.__drizzle_migrations where name is not null order by id',
        )
        return rows.map(({ name }) => name)
      }),
    ),

  writeRefusal: (url) =>
    unlessAway(() =>
      withClient(url, async (client) =>
        (await firstText(client, 'show transaction_read_only')) === 'on' ? 'it lets itself only be read' : null,
      ),
    ),

  damage: (url) =>
    unlessAway(() =>
      withClient(url, async (client) => {
        for (const { sql, describe } of damages) {
          const found = await firstText(client, sql)
          if (found !== null) return describe(found)
        }
        return null
      }),
    ),

  clock: (url) =>
    unlessAway(() =>
      withClient(url, async (client) => Number(await firstText(client, 'select (extract(epoch from clock_timestamp()) * 1000)::text'))),
    ),

  catalogue: (url) =>
    unlessAway(() =>
      withClient(url, async (client) => ({ refusal: await copyRefusal(client), isWordIndexed: await isWordIndexed(client) })),
    ),

  rehearse: (url, pending) =>
    withClient(url, async (client) => {
      await client.query('begin')
      try {
        await client.query(`set local lock_timeout = '${lockTimeout}'`)
        await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
        for (const { statements } of pending) for (const statement of statements) await client.query(statement)
      } finally {
        await client.query('rollback')
      }
    }),
}
