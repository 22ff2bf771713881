// npm run backup -- <folder> [--keep <number>]: writes a backup of the environment's installation, which may be running, into a new
// subfolder. With --keep, it then removes the oldest ones beyond that number. The backup does not contain APP_SECRET. Both together reveal the
// shops' credentials, so keep them apart.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { saveDatabase } from '#drizzle/backup.ts'
import { removeOlderBackups } from '#server/backup/retention.ts'
import { writeBackup } from '#server/backup/write.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { endStart } from '#server/boot/start-failure.ts'
import { StartRefused } from '#shared/start-refused.ts'

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
const { databaseUrl, filesFolder, filesBucket: place, DATA_DIR: dataDir } = readEnvironment()
const filesBucket = place && (await openBucket(place))
const { folder, manifest } = await writeBackup({
  target,
  dataDir,
  filesFolder,
  filesBucket,
  saveDatabase: (into) => saveDatabase(databaseUrl, into),
  now: new Date(),
})
const { database, files } = manifest
const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
console.log(`${folder}: ${database.tables.length} tables, ${rows} rows, ${files.length} files, ${bytes} bytes, read back and compared`)
console.log('APP_SECRET is not in it. Keep it in a place of its own: without it, nobody can use the stored credentials.')
for (const removed of keep === undefined ? [] : await removeOlderBackups(folder, target, keep)) console.log(`Removed ${removed}`)
