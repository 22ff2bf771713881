// npm run verify -- <backup>…: checks backups of npm run backup without restoring them, and names each damage. Needs no environment, except
// the variables BACKUP_S3_… for backups in a bucket, which are downloaded into the folder of temporary files.
import { tmpdir } from 'node:os'
import { withBackup } from '#server/backup/run.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { backupSourceOf } from '#server/boot/backup-place.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { inspectEnvironment } from '#server/boot/environment.ts'
import { sentenceOfError } from '#server/boot/start-failure.ts'

const { words: sources } = beginCommand('verify')
const { backupBucket } = inspectEnvironment().env

/** Checks one backup, and tells what it found. Returns whether it is whole. */
async function isWhole(source: string): Promise<boolean> {
  const { manifest, damages } = await withBackup(backupSourceOf(source, backupBucket), tmpdir(), new Date(), verifyBackup)
  for (const damage of damages) console.error(`${source}: ${damage}`)
  if (manifest === null || damages.length > 0) return false
  const { createdAt, database, files } = manifest
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  console.log(
    `${source}: as of ${createdAt}, ${database.dialect}, ${database.tables.length} tables, ${rows} rows, ${files.length} files, ${bytes} bytes, all as written`,
  )
  return true
}

for (const source of sources) {
  const isGood = await isWhole(source).catch((error: unknown) => {
    const sentence = sentenceOfError(error)
    if (sentence === null) throw error
    console.error(`${source}: ${sentence}`)
    return false
  })
  if (!isGood) process.exitCode = 1
}
