// npm run backup -- <folder or s3://bucket/prefix> [--keep <number>]: writes a backup of the environment's installation, which may be running,
// into a new subfolder. With --keep, it then removes the oldest ones beyond that number. The backup does not contain APP_SECRET. Both together reveal the
// shops' credentials, so keep them apart. The audit log tells of the backup and of what was removed.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { runBackup } from '#server/backup/run.ts'
import { backupPlaceOf } from '#server/boot/backup-place.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { endStart } from '#server/boot/start-failure.ts'
import { StartRefused } from '#shared/start-refused.ts'
import { noteFromShell } from './shell-note.ts'

process.once('uncaughtException', endStart)

const usage = 'npm run backup -- /srv/backups --keep 14'
const Keep = z.coerce.number().int().min(1).optional()

function given() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
    return { target: positionals[0], keep: Keep.parse(values.keep) }
  } catch (cause) {
    throw new StartRefused(`--keep takes the number of backups to keep, at least 1: ${usage}`, { cause })
  }
}

const { target, keep } = given()
if (target === undefined) throw new StartRefused('Please name a folder for backups: npm run backup -- /srv/backups')
const env = readEnvironment()
const { databaseUrl, filesFolder, DATA_DIR: dataDir } = env
const filesBucket = env.filesBucket && (await openBucket(env.filesBucket))
const place = backupPlaceOf(target, env.backupBucket)
const run = { databaseUrl, dataDir, filesFolder, filesBucket, place, keep, now: new Date() }
const { at, manifest, bytes, removed, removalFailure } = await runBackup(run).catch(async (error: unknown) => {
  const failure = error instanceof Error ? error.message : String(error)
  await noteFromShell(databaseUrl, { action: 'backups.run', decision: 'failed', details: { place: place.name, failure } })
  throw error
})
filesBucket?.close()
await noteFromShell(databaseUrl, {
  action: 'backups.run',
  details: { place: at, bytes, removed, ...(removalFailure !== null && { removalFailure }) },
})
const { database, files } = manifest
const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
console.log(`${at}: ${database.tables.length} tables, ${rows} rows, ${files.length} files, ${bytes} bytes, read back and compared`)
console.log('APP_SECRET is not in it. Keep it in a place of its own: without it, nobody can use the stored credentials.')
for (const one of removed) console.log(`Removed ${one}`)
if (removalFailure !== null) {
  console.error(`The backup is complete, but older ones could not be removed: ${removalFailure}`)
  process.exitCode = 1
}
