// npm run backup -- <folder or s3://bucket/prefix> [--keep <number>]: writes a backup of the environment's installation, which may be running,
// into a new subfolder. With --keep, it then removes the oldest ones beyond that number. The backup does not contain APP_SECRET. Both together reveal the
// shops' credentials, so keep them apart. The audit log tells of the backup and of what was removed.
import { z } from 'zod'
import { assertInstalled } from '#drizzle/installation.ts'
import { runBackup } from '#server/backup/run.ts'
import { backupPlaceOf } from '#server/boot/backup-place.ts'
import { beginCommand, endMisused } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { noteFromShell } from './shell-note.ts'

const { words, given } = beginCommand('backup')
const [target = ''] = words
const { data: keep, success: isNumber } = z.coerce.number().int().min(1).optional().safeParse(given('keep'))
if (!isNumber) endMisused('backup', '--keep takes the number of backups to keep, at least 1.')
const env = readEnvironment()
const { databaseUrl, filesFolder, DATA_DIR: dataDir } = env
await assertInstalled(databaseUrl)
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
