// A database whose disk is full again and again while it is written to.
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dialect } from '#drizzle/dialect.ts'
import { openInspection } from '#drizzle/inspection.ts'
import { openDatabase } from '#drizzle/open.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'
import type { SourceBug } from '../source-bug.ts'
import { ledgerFaults } from './ledger.ts'
import { smallDisk } from './small-disk.ts'
import type { Verdict } from './verdict.ts'
import { startWriters } from './writers.ts'

const writers = ['first', 'second']
/** The database, what the proof adds to it, and the log beside it. */
const megabytes = 64
const mostMs = 60_000
const lookMs = 10

async function until(what: string, isSo: () => boolean) {
  for (const end = Date.now() + mostMs; !isSo(); await pause(lookMs)) if (Date.now() > end) throw new Error(`${what} did not happen`)
}

/** An empty database of the server in DATABASE_URL, in a tablespace of its own. The server's log is on another disk. */
async function inTablespace(folder: string): Promise<FreshDatabase> {
  const server = process.env['DATABASE_URL'] ?? ''
  const name = 'small_disk'
  const place = join(folder, 'tables')
  mkdirSync(place)
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    for (const { data_directory: its } of rows) {
      const { uid, gid } = statSync(its)
      chownSync(place, uid, gid)
    }
    await client.query(`create tablespace ${name} location '${place}'`)
  })
  const database = await freshDatabase(folder)
  await withClient(server, (client) => client.query(`alter database ${new URL(database.url).pathname.slice(1)} set tablespace ${name}`))
  return {
    url: database.url,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await withClient(server, (client) => client.query(`drop tablespace ${name}`))
    },
  }
}

/**
 * Fills the disk of a database while two processes write, until both are refused. In every second round they are killed then, and in the
 * others they go on once there is room. With a bug, it ends at the first failure.
 */
export async function filledDisks(rounds: number, bug: SourceBug | null = null): Promise<Verdict> {
  const verdict: Verdict = { times: 0, failures: [] }
  using disk = smallDisk(megabytes)
  await using database = dialect === 'sqlite' ? await freshDatabase(disk.folder) : await inTablespace(disk.folder)
  await (await openDatabase(database.url)).close()
  const inspection = await openInspection()
  const [confirmed, refused] = [new Set<number>(), new Set<number>()]
  for (; verdict.times < rounds; verdict.times += 1) {
    if (bug && verdict.failures.length > 0) break
    {
      await using writing = await startWriters(database.url, writers, { run: verdict.times, bug })
      const { said } = writing
      await until('a movement', () => said.confirmed.size >= 10)
      disk.fill()
      await until('a refusal', () => said.refused.size >= 10)
      if (verdict.times % 2 === 1) {
        disk.free()
        const before = said.confirmed.size
        await until('a movement after the refusals', () => said.confirmed.size >= before + 10)
      }
      await writing[Symbol.asyncDispose]()
      for (const number of said.confirmed) confirmed.add(number)
      for (const number of said.refused) refused.add(number)
    }
    disk.free()
    const found = await inspection.damage(database.url, AbortSignal.timeout(mostMs))
    const faults = [...(found === null ? [] : [found]), ...(await ledgerFaults(database.url, writers, { confirmed, refused }))]
    verdict.failures.push(...faults.map((fault) => `full disk ${verdict.times + 1}: ${fault}`))
  }
  return verdict
}
