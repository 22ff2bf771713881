import { join } from 'node:path'
import { Client } from 'pg'
import { dialect } from '#drizzle/dialect.ts'

export type FreshDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> }

async function onServer(server: string, statement: string) {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database: a file in the folder, or a database on the Postgres server of DATABASE_URL. */
export async function freshDatabase(folder: string): Promise<FreshDatabase> {
  if (dialect === 'sqlite') return { url: `file:${join(folder, 'app.db')}`, [Symbol.asyncDispose]: async () => {} }
  const server = process.env['DATABASE_URL'] ?? ''
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, [Symbol.asyncDispose]: () => onServer(server, `drop database ${name} with (force)`) }
}
