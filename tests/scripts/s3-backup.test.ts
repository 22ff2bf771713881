// Backups in a bucket by the commands: written, checked, restored and removed.
import { execFile, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchBackup } from '#server/backup/bucket-backups.ts'
import { sumName } from '#server/backup/manifest.ts'
import { openBucket, type S3Bucket } from '#server/storage/bucket.ts'
import { appSecret, createWorld, type World } from '#tests/support/world.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { startS3, type S3Server } from '../../scripts/s3-server.ts'

const folder = mkdtempSync(join(tmpdir(), 's3-backup-'))
let world: World
let s3: S3Server
let bucket: S3Bucket
beforeAll(async () => {
  world = await createWorld()
  await world.signedIn('owner')
  const owner = await world.signedIn('owner')
  await owner.rest('POST', '/products/export', { storeId: world.stores.north, config: { fields: ['Title'] } })
  await world.work()
})
beforeEach(async () => {
  s3 = await startS3()
  bucket = await openBucket({ ...s3.place, prefix: 'night/' })
  return async () => {
    bucket.close()
    await s3[Symbol.asyncDispose]()
  }
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const place = 's3://office/night'
type Ended = { status: unknown; stdout: string; stderr: string }
function run(
  command: string,
  given: string[],
  more: Record<string, string> = {},
  onBegun: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const { endpoint = '', credentials } = s3.place
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.folder,
    EXPORT_FOLDER: world.exports,
    APP_SECRET: appSecret,
    TMPDIR: folder,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    BACKUP_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    ...more,
  }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [`scripts/${command}.ts`, ...given], { env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    )
    onBegun(child)
  })
}
const keys = async () => (await Array.fromAsync(bucket.list(''))).map(({ key }) => key)
const names = async () => [...new Set((await keys()).map((key) => key.split('/', 1)[0] ?? ''))].toSorted()
const stagedIn = (path: string) => readdirSync(path).filter((name) => name.startsWith('backup-staging-'))

test('a backup is written, checked and restored, and nothing of it is left on the machines', async () => {
  const written = await run('backup', [place])
  expect(written).toMatchObject({ status: 0, stderr: '' })
  const [name = ''] = await names()
  expect(written.stdout).toContain(`${place}/${name}: `)
  const puts = s3.calls.filter((call) => call.startsWith('PUT'))
  expect(puts.at(-1)).toContain(`/night/${name}/${sumName}`)
  expect(await run('verify', [`${place}/${name}`], { DATABASE_URL: '', DATA_DIR: '', APP_SECRET: '' })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('all as written'),
  })
  const machine = mkdtempSync(join(folder, 'machine-'))
  await using fresh = await freshDatabase(machine)
  const there = { DATABASE_URL: fresh.url, DATA_DIR: machine, EXPORT_FOLDER: join(machine, 'exports') }
  expect(await run('restore', [`${place}/${name}/`], there)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Restored as of /) })
  expect(readdirSync(join(machine, 'exports'))).toEqual(readdirSync(world.exports))
  expect([world.folder, folder, machine].flatMap(stagedIn)).toEqual([])
})

test('the oldest complete backups go beyond --keep; incomplete and other objects stay', async () => {
  expect(await run('backup', [place])).toMatchObject({ status: 0 })
  const [first = ''] = await names()
  const copy = async (to: string, without: string[] = []) => {
    for (const key of await keys()) {
      const [from = '', ...path] = key.split('/')
      const bytes = from === first && !without.includes(path.join('/')) ? await bucket.get(key) : null
      if (bytes) await bucket.put(`${to}/${path.join('/')}`, Buffer.concat(await Array.fromAsync(bytes)))
    }
  }
  await copy('backup-20200101T000000Z')
  await copy('backup-20200102T000000Z')
  await copy('backup-20200103T000000Z', [sumName])
  await copy('other')
  // A backup in the same second as the first has its name, and is refused.
  let kept = await run('backup', [place, '--keep', '2'])
  while (kept.status !== 0 && `${kept.stdout}${kept.stderr}`.includes(first)) kept = await run('backup', [place, '--keep', '2'])
  expect(kept.stdout.split('\n').filter((line) => line.startsWith('Removed'))).toEqual([
    `Removed ${place}/backup-20200101T000000Z`,
    `Removed ${place}/backup-20200102T000000Z`,
  ])
  const left = await names()
  expect(left).toHaveLength(4)
  expect(left).toEqual(expect.arrayContaining(['backup-20200103T000000Z', first, 'other']))
})

test('a changed, a missing and an unfinished backup are not restored', async () => {
  await run('backup', [place])
  const [name = ''] = await names()
  const all = await keys()
  const mail = all.find((key) => key.includes('/outbox/') || key.includes('/exports/')) ?? ''
  await bucket.put(mail, Buffer.from('changed'))
  expect(await run('verify', [`${place}/${name}`])).toMatchObject({ status: 1, stderr: expect.stringContaining('bytes instead of') })
  await bucket.remove(`${name}/${sumName}`)
  expect((await run('restore', [`${place}/${name}`])).stderr).toMatch(
    /^The backup is damaged: manifest\.sha256 is missing; .* Nothing was restored\.\n$/,
  )
  expect(await run('verify', [`${place}/backup-20200101T000000Z`])).toMatchObject({
    status: 1,
    stderr: 's3://office/night/backup-20200101T000000Z: There is no backup backup-20200101T000000Z in the bucket.\n',
  })
})

test('killed while it uploads, it leaves no backup that counts as complete', { retry: 0 }, async () => {
  const ended = run('backup', [place], {}, (child) => {
    const uploads = setInterval(() => {
      if (!s3.calls.some((call) => call.startsWith('PUT'))) return
      clearInterval(uploads)
      child.kill('SIGKILL')
    }, 1)
  })
  await ended
  const left = await keys()
  expect(left.filter((key) => key.endsWith(sumName))).toEqual([])
  const [name = 'backup-20200101T000000Z'] = await names()
  expect((await run('restore', [`${place}/${name}`])).status).toBe(1)
  for (const staged of stagedIn(world.folder)) rmSync(join(world.folder, staged), { recursive: true })
})

test('a key that leads out of the folder is refused before anything is written', async () => {
  const into = mkdtempSync(join(folder, 'into-'))
  const hostile = {
    ...bucket,
    async *list() {
      yield { key: 'backup/../../evil', bytes: 4 }
    },
  }
  await expect(fetchBackup(hostile, 'backup', into)).rejects.toThrow('../../evil is not a name of a file of a backup.')
  expect(readdirSync(into)).toEqual([])
})

test('what fails on the way leaves no backup behind, and says why in one sentence', async () => {
  s3.fail({ method: 'PUT', path: 'manifest.json', kind: { status: 403, code: 'AccessDenied' }, times: 1 })
  expect(await run('backup', [place])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'The file storage refuses the server: AccessDenied. It is the bucket office, which the variables BACKUP_S3_… lead to.\n',
  })
  expect(await keys()).toEqual([])
  const wrong = await run('backup', [place], { BACKUP_S3_SECRET_ACCESS_KEY: 'another-secret' })
  expect(wrong).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The file storage refuses the server: SignatureDoesNotMatch\..*\n$/),
  })
  const { endpoint = '', credentials } = s3.place
  const files = {
    EXPORT_FOLDER: '',
    EXPORT_S3_BUCKET: 'elsewhere',
    EXPORT_S3_ENDPOINT: endpoint,
    EXPORT_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    EXPORT_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  }
  expect((await run('backup', [place], files)).stderr).toBe(
    'The file storage refuses the server: NoSuchBucket. It is the bucket elsewhere, which the variables EXPORT_S3_… lead to.\n',
  )
  expect((await run('backup', ['s3://'])).stderr).toBe('s3:// names no bucket. Please write s3://bucket/prefix.\n')
  expect(stagedIn(world.folder)).toEqual([])
})
