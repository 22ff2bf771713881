import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Db } from '#drizzle/database.ts'
import { migrateAlone, withClient } from '#drizzle/postgres-connection.ts'
import type { Backup, Snapshot } from '#drizzle/snapshot.ts'
import { StartRefused } from '#shared/start-refused.ts'

type Table = Snapshot['tables'][number]

const folderOfTables = (folder: string) => join(folder, 'tables')
const fileOf = (folder: string, { name }: Table) => join(folderOfTables(folder), `${name}.copy`)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const target = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`

async function column(client: Client, sql: string, parameters: readonly string[] = []): Promise<string[]> {
  const { rows } = await client.query<[unknown]>({ text: sql, values: [...parameters], rowMode: 'array' })
  return rows.map(([value]) => String(value))
}

const tableNames = (client: Client) => column(client, 'select tablename from pg_tables where schemaname = current_schema() order by 1')
const columnsOf = (client: Client, name: string) =>
  column(
    client,
    'select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position',
    [name],
  )
const migrationsOf = (client: Client) => column(client, 'select name from drizzle.__drizzle_migrations where name is not null order by id')

async function saveTable(client: Client, folder: string, name: string): Promise<Table> {
  const [table, [rows]] = [
    { name, columns: await columnsOf(client, name), rows: 0 },
    await column(client, `select count(*) from ${quoted(name)}`),
  ]
  const stream = client.query(to(`copy ${target(table)} to stdout`))
  await pipeline(stream, createWriteStream(fileOf(folder, table), { mode: 0o600 }))
  if (stream.rowCount !== Number(rows)) throw new Error(`${name}: ${stream.rowCount} of ${rows} rows were written`)
  return { ...table, rows: stream.rowCount }
}

/** Sorts tables so that referenced tables come first. */
async function inOrder(client: Client, tables: readonly Table[]): Promise<Table[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select a.relname as "from", b.relname as "to" from pg_constraint
     join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid where contype = 'f' and conrelid <> confrelid`,
  )
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const waiting = tables.filter((table) => !ordered.includes(table))
    const isWaiting = (name: string) => waiting.some((table) => table.name === name)
    const ready = waiting.filter(({ name }) => !rows.some((reference) => reference.from === name && isWaiting(reference.to)))
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`)
    ordered.push(...ready)
  }
  return ordered
}

async function loadTable(client: Client, folder: string, table: Table) {
  const stream = client.query(from(`copy ${target(table)} from stdin`))
  await pipeline(createReadStream(fileOf(folder, table)), stream)
  if (stream.rowCount !== table.rows) throw new Error(`${table.name}: ${stream.rowCount} of ${table.rows} rows were loaded`)
}

/** Creates the tables as they were in the backup. Later migrations run after the rows are loaded, because they change rows. */
async function makeTables(url: string, migrationsFolder: string, migrations: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    for (const name of migrations) await cp(join(migrationsFolder, name), join(folder, name), { recursive: true })
    await migrateAlone(url, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function dropTables(client: Client, names: readonly string[]) {
  if (names.length > 0) await client.query(`drop table if exists ${names.map(quoted).join(', ')} cascade`)
  await client.query('drop schema if exists drizzle cascade')
}

const lineBreak = 0x0a
const tab = 0x09

/** The numbers of rows and of values in a file of COPY, which escapes tabs and line breaks inside of values. */
async function countIn(file: string): Promise<{ rows: number; values: number }> {
  let [rows, tabs] = [0, 0]
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      if (byte === lineBreak) rows += 1
      if (byte === tab) tabs += 1
    }
  return { rows, values: rows + tabs }
}

async function tableDifferences(folder: string, table: Table): Promise<string[]> {
  const { name, columns, rows } = table
  const found = await countIn(fileOf(folder, table)).catch(() => null)
  if (found === null) return [`the table ${name} cannot be read`]
  return [
    ...(found.values === found.rows * columns.length ? [] : [`the table ${name} has rows with other columns than its list`]),
    ...(found.rows === rows ? [] : [`the table ${name} has ${found.rows} rows instead of ${rows}`]),
  ]
}

export const postgresBackup: Backup = {
  async differences(folder, { tables }) {
    const found = await Promise.all(tables.map((table) => tableDifferences(folder, table)))
    return found.flat()
  },

  save: (url, folder) =>
    withClient(url, async (client) => {
      await mkdir(folderOfTables(folder), { mode: 0o700 })
      // A snapshot of one moment, which blocks no other transaction.
      await client.query('begin isolation level repeatable read read only')
      const migrations = await migrationsOf(client)
      const tables: Table[] = []
      for (const name of await tableNames(client)) tables.push(await saveTable(client, folder, name))
      return { dialect: 'postgres', migrations, tables }
    }),

  load: (url, { folder, snapshot, migrationsFolder, settle }) =>
    withClient(url, async (client) => {
      const [taken] = await tableNames(client)
      if (taken !== undefined) throw new StartRefused(`The database has tables already (${taken}). Please name an empty one.`)
      try {
        await makeTables(url, migrationsFolder, snapshot.migrations)
        await client.query('begin')
        for (const table of await inOrder(client, snapshot.tables)) await loadTable(client, folder, table)
        await client.query('commit')
        await migrateAlone(url, migrationsFolder)
        await settle(drizzle({ client }) as unknown as Db)
      } catch (error) {
        await client.query('rollback')
        await dropTables(
          client,
          snapshot.tables.map(({ name }) => name),
        )
        throw error
      }
    }),
}
