// The successes that the database has kept, noted by a trigger, so apart from the product's code.
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { z } from 'zod'
import { dialect } from '#drizzle/dialect.ts'
import { fileOf } from '#drizzle/sqlite-connection.ts'

/** `at`: when the delivery became a success in the database, in milliseconds. */
const Success = z.object({ webhook: z.string(), event: z.string(), at: z.coerce.number() })
export type Success = z.infer<typeof Success>

const table = 'create table proof_successes (webhook text, event text, at bigint)'
const read = 'select webhook, event, at from proof_successes'
const noted = (at: string) => `insert into proof_successes values (new.webhook_id, new.event_id, ${at})`
const occasion = "update on webhook_deliveries for each row when (new.status = 'delivered')"

const triggers = {
  sqlite: `${table}; create trigger proof_success after ${occasion}
    begin ${noted("cast(unixepoch('now', 'subsec') * 1000 as integer)")}; end`,
  postgres: `${table}; create function proof_success() returns trigger language plpgsql as $$
    begin ${noted('(extract(epoch from clock_timestamp()) * 1000)::bigint')}; return new; end $$;
    create trigger proof_success after ${occasion} execute function proof_success()`,
} as const

async function onSqlite(url: string, statement: string): Promise<unknown[]> {
  const client = new Sqlite(fileOf(url))
  try {
    return statement === read ? client.prepare(statement).all() : [client.exec(statement)]
  } finally {
    client.close()
  }
}

async function onPostgres(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const execute = { sqlite: onSqlite, postgres: onPostgres }[dialect]

/** From now on, successes are noted. */
export const noteSuccesses = (url: string) => execute(url, triggers[dialect])

/** The successes that were noted. */
export const successesIn = async (url: string): Promise<Success[]> => Success.array().parse(await execute(url, read))
