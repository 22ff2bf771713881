// Invalid environments: the server refuses to start before it opens or creates anything.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#drizzle/open.ts'
import { dialect } from '#drizzle/dialect.ts'
import { readEnvironment } from '#server/boot/environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'environment-'))
afterAll(() => rmSync(folder, { recursive: true }))

const production = { NODE_ENV: 'production', APP_SECRET: Buffer.alloc(32).toString('base64'), APP_URL: 'https://office.test' }
const whatIsSaid = (given: Record<string, string>): string => {
  try {
    readEnvironment({ ...production, ...given })
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

const mistyped = [
  '"postgres://office:hunter2@db.test/office"',
  "'file:./hunter2.db'",
  'mysql://office:hunter2@db.test/office',
  'pg://office:hunter2@db.test/office',
  'POSTGRES://office:hunter2@db.test/office',
  'postgres:office:hunter2@db.test',
  'postgres//office:hunter2@db.test/office',
  './hunter2.db',
  'file:',
  'hunter2',
  ' postgres://office:hunter2@db.test/office',
]
test.each(mistyped)('DATABASE_URL=%s is refused without being repeated', (DATABASE_URL) => {
  const said = whatIsSaid({ DATABASE_URL })
  expect(said).toContain('DATABASE_URL must be file:<path> or postgres://')
  expect(said).not.toContain('hunter2')
})

test('a server with a mistyped DATABASE_URL does not start, and makes no file', () => {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data'), DATABASE_URL: 'mysql://office:hunter2@db.test/office' }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/main.ts'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('DATABASE_URL must be file:<path> or postgres://')
  expect(stdout + stderr).not.toContain('hunter2')
  expect(readdirSync(folder)).toEqual([])
})

test('a database of the other kind than the tables were built for is not opened', async () => {
  const other = dialect === 'sqlite' ? 'postgres://127.0.0.1:1/office' : `file:${join(folder, 'app.db')}`
  for (const url of [other, 'mysql://127.0.0.1/office'])
    await expect(openDatabase(url)).rejects.toThrow(`the tables were built for ${dialect}`)
  expect(readdirSync(folder)).toEqual([])
})

test.each(['file:./data/app.db', 'file:/var/lib/office/app.db'])('DATABASE_URL=%s is a file', (DATABASE_URL) => {
  expect(readEnvironment({ ...production, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.each([
  ['APP_URL', 'http://office.test'],
  ['OIDC_ISSUER', 'http://issuer.test'],
  ['APP_URL', 'http://localhost.evil.test'],
  ['EXPORT_S3_ENDPOINT', 'http://s3.test'],
  ['BACKUP_S3_ENDPOINT', 'http://s3.test'],
])('production refuses %s=%s', (name, url) => {
  expect(whatIsSaid({ [name]: url })).toBe(`${name} must begin with https:// in production`)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://office.test'])(
  'production takes APP_URL=%s',
  (APP_URL) => {
    expect(whatIsSaid({ APP_URL, OIDC_ISSUER: APP_URL })).toBe('accepted')
  },
)

const remote = 'postgres://office:hunter2@db.test/office'
test.each(['', '?sslmode=disable', '?sslmode=prefer', '?sslmode=no-verify', '?sslmode=require&sslmode=disable', '?host=10.0.0.1'])(
  'production refuses a Postgres elsewhere with "%s", unless told otherwise',
  (query) => {
    const said = whatIsSaid({ DATABASE_URL: `${remote}${query}` })
    expect(said).toContain('DATABASE_URL must ask for TLS in production')
    expect(said).not.toContain('hunter2')
    expect(whatIsSaid({ DATABASE_URL: `${remote}${query}`, DATABASE_ALLOW_PLAINTEXT: '1' })).toBe('accepted')
  },
)

test.each([
  `${remote}?sslmode=require`,
  `${remote}?sslmode=verify-full`,
  'postgres://office@localhost/office',
  'postgresql://office@127.0.0.1:5433/office',
  'postgres:///office?host=/var/run/postgresql',
  'postgres://office@%2Fvar%2Frun%2Fpostgresql/office',
])('production takes %s', (DATABASE_URL) => {
  expect(whatIsSaid({ DATABASE_URL })).toBe('accepted')
})

test('production sends no mail in clear, except on this machine or where it is told to', () => {
  const smtpUrl = (given: Record<string, string>) => readEnvironment({ ...production, ...given }).mail.smtpUrl
  const requires = (url: string | null) => new URL(url ?? '').searchParams.get('requireTLS')
  expect(requires(smtpUrl({ SMTP_URL: 'smtp://u:p@mail.test:587' }))).toBe('true')
  expect(requires(smtpUrl({ SMTP_URL: 'smtp://u:p@mail.test:587?requireTLS=false' }))).toBe('true')
  for (const given of [{ SMTP_URL: 'smtp://127.0.0.1:25' }, { SMTP_URL: 'smtp://mail.test', SMTP_ALLOW_PLAINTEXT: '1' }])
    expect(requires(smtpUrl(given))).toBeNull()
  expect(requires(smtpUrl({ NODE_ENV: 'development', SMTP_URL: 'smtp://mail.test' }))).toBeNull()
})

const bucket = { EXPORT_S3_BUCKET: 'office', EXPORT_S3_ENDPOINT: 'https://s3.test' }
test.each([
  [{ ...bucket, EXPORT_FOLDER: '/srv' }, 'EXPORT_FOLDER and EXPORT_S3_BUCKET are both given: files of exports have one place'],
  [{ ...bucket, EXPORT_FILES: 'database' }, 'EXPORT_S3_BUCKET is given, but EXPORT_FILES=database'],
  [{ EXPORT_FILES: 's3' }, 'EXPORT_FILES=s3 needs EXPORT_S3_BUCKET'],
  [{ EXPORT_S3_ENDPOINT: 'https://s3.test' }, 'EXPORT_S3_ENDPOINT needs EXPORT_S3_BUCKET'],
  [{ ...bucket, EXPORT_S3_ACCESS_KEY_ID: 'id' }, 'EXPORT_S3_ACCESS_KEY_ID and EXPORT_S3_SECRET_ACCESS_KEY must be given together'],
  [{ BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2' }, 'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be given together'],
  [{ BACKUP_TO: 's3:///night' }, 'Environment: BACKUP_TO names no bucket: s3://bucket/prefix'],
  [{ BACKUP_TO: '/srv', BACKUP_AT: '24:00' }, 'Environment: BACKUP_AT must be a time of day such as 03:15'],
  [{ ...bucket, EXPORT_S3_BUCKET: 'a/b' }, 'Environment: EXPORT_S3_BUCKET must be the name of a bucket'],
])('%o is refused', (given, said) => {
  expect(whatIsSaid(given)).toBe(said)
})

test('a bucket takes the place of the folder; with an endpoint, its name is in the path', () => {
  const keys = { EXPORT_S3_ACCESS_KEY_ID: 'id', EXPORT_S3_SECRET_ACCESS_KEY: 'hunter2' }
  const place = (given: Record<string, string>) => readEnvironment({ ...production, ...bucket, ...given })
  expect(place(keys)).toMatchObject({
    filesFolder: undefined,
    filesBucket: {
      bucket: 'office',
      prefix: 'exports/',
      endpoint: 'https://s3.test',
      forcePathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'hunter2' },
    },
  })
  expect(place({ EXPORT_S3_ENDPOINT: '', EXPORT_S3_PREFIX: '/office/files/' }).filesBucket).toMatchObject({
    prefix: 'office/files/',
    forcePathStyle: false,
    credentials: undefined,
  })
  expect(place({ EXPORT_S3_PATH_STYLE: '0' }).filesBucket).toMatchObject({ forcePathStyle: false })
})

test('backups are scheduled where they have a place', () => {
  const backups = (given: Record<string, string>) => readEnvironment({ ...production, ...given }).backups
  expect(backups({})).toBeNull()
  expect(backups({ BACKUP_TO: '/srv/backups' })).toEqual({
    place: { name: '/srv/backups', folder: '/srv/backups' },
    at: { hour: 3, minute: 15 },
    keep: 14,
  })
  expect(
    backups({ BACKUP_TO: 's3://office/night/', BACKUP_AT: '23:59', BACKUP_KEEP: '7', BACKUP_S3_REGION: 'eu-central-1' }),
  ).toMatchObject({
    place: { name: 's3://office/night', bucket: { bucket: 'office', prefix: 'night/', region: 'eu-central-1', forcePathStyle: false } },
    at: { hour: 23, minute: 59 },
    keep: 7,
  })
})

test.each([
  'https://office.test/path',
  'https://office.test/?query',
  'https://office.test/#part',
  'https://me:hunter2@office.test',
  'ftp://office.test',
])('APP_URL=%s is no origin', (APP_URL) => {
  const said = whatIsSaid({ APP_URL })
  expect(said).toMatch(/^Environment: APP_URL /)
  expect(said).not.toContain('hunter2')
})

test('APP_URL may end with a slash', () => {
  expect(readEnvironment({ ...production, APP_URL: 'https://office.test/' }).appUrl).toBe('https://office.test')
})

test.each([
  ['UTF-8 with BOM', Buffer.from('\uFEFFNODE_ENV=production\nPORT=1\n')],
  ['UTF-16', Buffer.from('\uFEFFNODE_ENV=production\nPORT=1\n', 'utf16le')],
])('a .env in %s is refused by the server and is a problem for the doctor', (_, content) => {
  const file = join(folder, 'given.env')
  writeFileSync(file, content)
  const run = (program: string) =>
    spawnSync(process.execPath, [`--env-file=${file}`, program], {
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
      encoding: 'utf8',
    })
  const sentence = 'The name of a variable has signs of another encoding. Please save .env as UTF-8 without BOM'
  expect(run('server/main.ts')).toMatchObject({ status: 1, stdout: '', stderr: `${sentence}\n` })
  expect(run('scripts/doctor.ts').stdout).toContain(`${sentence}. Change it: the server does not start like this.`)
  rmSync(file)
})
