import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { loadDatabase, saveDatabase } from '#drizzle/backup.ts'
import { openDatabase } from '#drizzle/open.ts'
import { databaseFiles } from '#server/jobs/database-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'database-file-'))
const file = join(folder, 'inner', 'app.db')
afterAll(() => rmSync(folder, { recursive: true }))

test('the file is for this user alone', async () => {
  const database = await openDatabase(`file:${file}`)
  await database.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'inner')).mode & 0o777).toBe(0o700)
})

const opening = `
  const { openDatabase } = await import('#drizzle/open.ts')
  const database = await openDatabase(process.argv[1])
  await database.close()
`

/** Opens a database in a separate process. Returns its exit code. */
async function openElsewhere(url: string): Promise<unknown> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', opening, url], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  return code
}

test('of several processes that start on one new file, all start', { retry: 0 }, async () => {
  const url = `file:${join(folder, 'new.db')}`
  expect(await Promise.all([1, 2, 3, 4].map(() => openElsewhere(url)))).toEqual([0, 0, 0, 0])
})

test('where it finds no more room, a job’s file is refused with that reason, and goes on once there is room', async () => {
  const database = await openDatabase(`file:${join(folder, 'small.db')}`)
  const files = databaseFiles(database)
  const part = await files.begin({ key: 'job', attempt: 1 })
  const { $client } = database.native as { $client: Sqlite.Database }
  const pages = Number($client.pragma('page_count', { simple: true }))
  $client.pragma(`max_page_count = ${pages + 10}`)
  await part.append(Buffer.alloc(200_000, 1))
  await expect(part.keep()).rejects.toMatchObject({ code: 'DISK_FULL' })
  $client.pragma('max_page_count = 100000')
  await expect(part.keep()).resolves.toMatchObject({ bytes: 200_000 })
  await database.close()
})

test('a backup is not loaded beside the log of another database, which SQLite would carry out on it', async () => {
  const [url, other] = [`file:${join(folder, 'saved.db')}`, join(folder, 'other.db')]
  await (await openDatabase(url)).close()
  const backup = join(folder, 'backup')
  mkdirSync(backup)
  const loading = { folder: backup, snapshot: await saveDatabase(url, backup), settle: async () => {} }
  writeFileSync(`${other}-wal`, 'left')
  await expect(loadDatabase(`file:${other}`, loading)).rejects.toThrow('other.db-wal')
  rmSync(`${other}-wal`)
  await loadDatabase(`file:${other}`, loading)
  await (await openDatabase(`file:${other}`)).close()
})
