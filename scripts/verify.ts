// npm run verify -- <backup>: checks a backup of npm run backup without restoring it, and names each damage. Needs no environment, except the
// variables BACKUP_S3_… for a backup in a bucket, which is downloaded into the folder of temporary files.
import { tmpdir } from 'node:os'
import { withBackup } from '#server/backup/run.ts'
import { backupSourceOf } from '#server/boot/backup-place.ts'
import { inspectEnvironment } from '#server/boot/environment.ts'
import { endStart } from '#server/boot/start-failure.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { StartRefused } from '#shared/start-refused.ts'

process.once('uncaughtException', endStart)

const [source] = process.argv.slice(2)
if (source === undefined) throw new StartRefused('Please name the folder of a backup: npm run verify -- /srv/backups/backup-…')
const { backupBucket } = inspectEnvironment().env
const { manifest, damages } = await withBackup(backupSourceOf(source, backupBucket), tmpdir(), new Date(), verifyBackup)
for (const damage of damages) console.error(`${source}: ${damage}`)
if (manifest !== null && damages.length === 0) {
  const { createdAt, database, files } = manifest
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  console.log(
    `${source}: as of ${createdAt}, ${database.dialect}, ${database.tables.length} tables, ${rows} rows, ${files.length} files, ${bytes} bytes, all as written`,
  )
}
process.exitCode = damages.length > 0 ? 1 : 0
