// A worker starts this process for each scheduled backup, because saving a database blocks its process, and a worker has to renew its leases.
import { runBackup } from '#server/backup/run.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { sentenceOfError } from '#server/boot/start-failure.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { StartRefused } from '#shared/start-refused.ts'
import type { BackupReport } from './scheduled-backup.ts'

// The worker has the report, or has ended.
process.once('disconnect', () => process.exit())

async function report(): Promise<BackupReport> {
  const { databaseUrl, filesFolder, filesBucket: files, backups, DATA_DIR: dataDir } = readEnvironment()
  if (!backups) throw new StartRefused('BACKUP_TO is not given.')
  const filesBucket = files && (await openBucket(files))
  const now = new Date(machineClock.date())
  const { place, keep } = backups
  const { manifest: _, ...done } = await runBackup({ databaseUrl, dataDir, filesFolder, filesBucket, place, keep, now })
  return { done }
}

process.send?.(
  await report().catch((error: unknown): BackupReport => {
    return { failure: sentenceOfError(error) ?? (error instanceof Error ? `${error.name}: ${error.message}` : String(error)) }
  }),
)
