// Backups of a database that is written to, each restored into an empty one.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { loadDatabase, saveDatabase } from '#drizzle/backup.ts'
import { emptyCatalogue } from '#drizzle/catalogue/emptying.ts'
import { dialect } from '#drizzle/dialect.ts'
import { installationId } from '#drizzle/installation-id.ts'
import { openAsIs, openDatabase } from '#drizzle/open.ts'
import { settings } from '#drizzle/schema.ts'
import { differencesBetween, digestsOf, manifestName, parsedManifest } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { assertSecret } from '#server/secrets/check.ts'
import { createVault } from '#server/stores/vault.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { appSecret } from '../instruction.ts'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import { contentOf } from './content.ts'
import { ledgerFaults, type Said } from './ledger.ts'
import type { Verdict } from './verdict.ts'
import { startWriters } from './writers.ts'

const writers = ['first', 'second']
const vault = createVault({ appSecret, previousSecrets: [] })
const exportsOf = (folder: string) => join(folder, 'exports')
/** So long, on average, the writers write on before the next backup. */
const meanPauseMs = 100

/**
 * Gives the restored installation, which must have an id of its own, the id of the one in the backup, so that everything else can be compared.
 * Returns what is wrong with its own.
 */
async function renamedAs(backup: string, url: string): Promise<string[]> {
  const before = parsedManifest(readFileSync(join(backup, manifestName), 'utf8'))?.installation
  if (before === undefined) return ['the backup does not name its installation']
  const database = await openAsIs(url)
  try {
    const own = await installationId(database.db)
    await database.db.update(settings).set({ value: before }).where(eq(settings.value, own))
    return own === before ? ['what was restored counts as the installation of the backup'] : []
  } finally {
    await database.close()
  }
}

/** Sorts the rows of each table of a backup: Postgres gives a row that was changed another place. */
function sortRows(folder: string) {
  const tables = join(folder, 'tables')
  for (const name of readdirSync(tables)) {
    const file = join(tables, name)
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').toSorted().join('\n'))
  }
}

/** Differences between the files of a backup and those of what was restored from it, including the rows of its database. */
async function differencesFrom(backup: string, url: string, folder: string): Promise<string[]> {
  const files = differencesBetween(await digestsOf(exportsOf(backup)), await digestsOf(exportsOf(folder)))
  if (dialect === 'sqlite') {
    const isSame = isDeepStrictEqual(await contentOf(`file:${join(backup, 'database', 'app.db')}`), await contentOf(url))
    return isSame ? files : [...files, 'the rows are not those of the backup']
  }
  const [before, again] = [join(backup, 'database'), join(folder, 'again')]
  mkdirSync(again)
  await saveDatabase(url, again)
  sortRows(before)
  sortRows(again)
  return [...files, ...differencesBetween(await digestsOf(before), await digestsOf(again))]
}

/** Restores a backup into an empty database. Returns what is wrong with it. */
async function restored(backup: string, said: Said): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'proof-restored-'))
  await using database = await freshDatabase(folder)
  try {
    const places = { dataDir: folder, filesFolder: exportsOf(folder) }
    // It throws where the backup does not have the sums of its manifest.
    await restoreBackup({
      ...places,
      source: backup,
      vault,
      loadDatabase: (loading) => loadDatabase(database.url, loading),
      emptyCatalogue: () => emptyCatalogue({ url: database.url, dataDir: places.dataDir }),
      now: new Date(),
    })
    return [
      ...(await renamedAs(backup, database.url)),
      ...(await differencesFrom(backup, database.url, folder)),
      ...(await ledgerFaults(database.url, writers, said)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes backups while two processes write, and restores each. With a bug, it ends at the first failure. */
export async function restoredBackups(backups: number, bug: SourceBug | null = null): Promise<Verdict> {
  const verdict: Verdict = { times: 0, failures: [] }
  const folder = mkdtempSync(join(tmpdir(), 'proof-backups-'))
  await using database = await freshDatabase(folder)
  const opened = await openDatabase(database.url)
  // The first start keeps this. A restoration would otherwise add it.
  await assertSecret(opened, vault)
  await opened.close()
  mkdirSync(exportsOf(folder))
  writeFileSync(join(exportsOf(folder), 'one.csv'), 'Title,Price\r\nCup,9.50\r\n')
  {
    await using writing = await startWriters(database.url, writers)
    for (; verdict.times < backups; verdict.times += 1) {
      if (bug && verdict.failures.length > 0) break
      await pause(Math.random() * 2 * meanPauseMs)
      const target = join(folder, `backups-${verdict.times}`)
      const instruction = { databaseUrl: database.url, dataDir: folder, filesFolder: exportsOf(folder), target }
      const backup = await startWorkerProcess('integrity/backup-process.ts', instruction, { bug })
      const said: Said = { confirmed: new Set(writing.said.confirmed), refused: writing.said.refused }
      backup.begin()
      await backup.gone
      const faults = await restored(join(target, ...readdirSync(target)), said).catch((error: unknown) => [String(error)])
      verdict.failures.push(...faults.map((fault) => `backup ${verdict.times + 1}: ${fault}`))
      rmSync(target, { recursive: true })
    }
    if (writing.said.refused.size > 0) verdict.failures.push(`${writing.said.refused.size} movements were refused during backups`)
  }
  rmSync(folder, { recursive: true, force: true })
  return verdict
}
