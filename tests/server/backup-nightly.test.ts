// A whole server that makes the backup of its schedule, in a bucket.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { sumName } from '#server/backup/manifest.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { samplesOf, valueOf } from '#tests/support/exposition.ts'
import { freePort } from '../../scripts/free-port.ts'
import { appSecret, appUrl, createWorld } from '#tests/support/world.ts'
import { startS3 } from '../../scripts/s3-server.ts'

test('a server writes the backup that is due, and tells its size', { timeout: 90_000 }, async () => {
  await using world = await createWorld()
  await using s3 = await startS3()
  const port = await freePort()
  const { endpoint = '', credentials } = s3.place
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.folder,
      EXPORT_FOLDER: world.exports,
      PORT: '0',
      HOST: '127.0.0.1',
      METRICS_PORT: String(port),
      APP_URL: appUrl,
      APP_SECRET: appSecret,
      LOG_LEVEL: 'silent',
      BACKUP_TO: 's3://office/night',
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      BACKUP_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    },
  })
  const gone = once(child, 'exit')
  const bucket = await openBucket({ ...s3.place, prefix: 'night/' })
  const sums = async () => (await Array.fromAsync(bucket.list('backup-'))).filter(({ key }) => key.endsWith(sumName)).length
  await expect.poll(sums, { timeout: 60_000 }).toBe(1)
  const size = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    return valueOf(samplesOf(await answer.text()), 'backcounter_backup_bytes') ?? 0
  }
  await expect.poll(size, { timeout: 30_000 }).toBeGreaterThan(1_000)
  bucket.close()
  child.kill('SIGTERM')
  await gone
})
