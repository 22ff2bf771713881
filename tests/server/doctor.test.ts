// `npm run doctor` on a whole installation with real sockets: each fault is told in a sentence with its mend, and hides no other.
import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { checkNames, checks } from '#server/doctor/checks.ts'
import { clockFinding } from '#server/doctor/database-checks.ts'
import { hasProblems, reportLines, type DoctorOptions, type Reported } from '#server/doctor/run.ts'
import { appSecret, createWorld, type World } from '#tests/support/world.ts'
import { carryOut } from '#tests/support/carry-out.ts'
import { examinedIn, linesOf } from '#tests/support/doctor.ts'
import { environmentOf } from '#tests/support/world-environment.ts'
import { freePort } from '../../scripts/free-port.ts'
import { startS3 } from '../../scripts/s3-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
let world: World
/** Where the server answers, without a proxy. */
let origin: string
beforeAll(async () => {
  world = await createWorld()
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  chmodSync(world.folder, 0o700)
  await world.signedIn('owner')
})
beforeEach(() => world.sandbox.faults.clear())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const environment = () => environmentOf(world, origin)
const examined = (given: Record<string, string> = {}, options: Partial<DoctorOptions> = {}) =>
  examinedIn(world, { APP_URL: origin, ...given }, options)

const problemsIn = (report: readonly Reported[]) =>
  report.flatMap(({ check, findings }) => (findings.some(({ level }) => level === 'problem') ? check : []))

test('a whole installation has no problems, and each check says what it has seen', async () => {
  const report = await examined()
  expect(report.map(({ check }) => check)).toEqual([...checkNames])
  expect(reportLines(report).filter((line) => !line.startsWith('ok'))).toEqual([])
  expect(linesOf(report, 'stores')).toHaveLength(3)
  expect(linesOf(report, 'address')).toEqual([`ok address ${origin} answers, through as many proxies as TRUST_PROXY says (0).`])
  expect(linesOf(report, 'google')).toEqual([`ok google Google gives a token to ${world.sandbox.sheets.account.client_email}.`])
  expect(linesOf(report, 'clock of the shops')).toEqual(['ok clock of the shops This machine and the shops have the same time.'])
  expect(hasProblems(report)).toBe(false)
})

test('every problem has a mend, and none hides the others', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  world.sandbox.faults.add({ kind: 'status', status: 401, times: 99 })
  const report = await examined({
    EXPORT_FOLDER: file,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    GOOGLE_TOKEN_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    NODE_ENV: 'production',
    APP_URL: `http://127.0.0.1:${await freePort()}`,
    HOST: new URL(origin).hostname,
    PORT: new URL(origin).port,
  })
  expect(problemsIn(report)).toEqual(['environment', 'export files', 'mail', 'address', 'google', 'stores'])
  const problems = report.flatMap(({ findings }) => findings.filter(({ level }) => level === 'problem'))
  for (const finding of problems) expect('mend' in finding && finding.mend).toMatch(/^[A-Z].+\.$/)
})

test('a bucket is written to, read and emptied; one that refuses says why, without its secret', async () => {
  await using s3 = await startS3()
  const { bucket, endpoint = '', credentials } = s3.place
  const given = { EXPORT_FOLDER: '', EXPORT_S3_BUCKET: bucket, EXPORT_S3_ENDPOINT: endpoint, EXPORT_S3_PREFIX: 'files' }
  const examinedWith = (secret = '', other = {}) => {
    const keys = { EXPORT_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '', EXPORT_S3_SECRET_ACCESS_KEY: secret }
    return examined({ ...given, ...keys, ...other })
  }
  const fine = linesOf(await examinedWith(credentials?.secretAccessKey), 'export files')
  expect(fine).toEqual([`ok export files ${endpoint}, bucket office, prefix files/: objects can be written, read and removed.`])
  expect(s3.calls.map((call) => call.split(' ', 1)[0])).toEqual(['PUT', 'GET', 'DELETE'])
  const refused = await examinedWith('another-secret-of-the-office')
  expect(linesOf(refused, 'export files')[0]).toMatch(
    /^problem export files .*: The request signature .* Correct the variables EXPORT_S3_…/,
  )
  expect(JSON.stringify(refused)).not.toContain('another-secret-of-the-office')
  const missing = await examinedWith(credentials?.secretAccessKey, { EXPORT_S3_BUCKET: 'elsewhere' })
  expect(linesOf(missing, 'export files')[0]).toMatch(/^problem export files .*bucket elsewhere.*: The specified bucket does not exist\./)
})

test('the place of scheduled backups is checked, too', async () => {
  expect(linesOf(await examined(), 'backups')).toEqual(['ok backups No backups are scheduled: BACKUP_TO is not given.'])
  expect(linesOf(await examined({ BACKUP_TO: world.folder }), 'backups')[0]).toMatch(/^ok backups .* MB free\.$/)
  await using s3 = await startS3()
  const { endpoint = '', credentials } = s3.place
  const keys = { BACKUP_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '', BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' }
  const refused = await examined({ BACKUP_TO: 's3://office/night', BACKUP_S3_ENDPOINT: endpoint, ...keys })
  expect(linesOf(refused, 'backups')[0]).toMatch(
    /^problem backups .*prefix night\/: The request signature .* Correct the variables BACKUP_S3_…/,
  )
})

test('under another APP_SECRET, no shop is called', async () => {
  const report = await examined({ APP_SECRET: Buffer.alloc(32, 9).toString('base64') })
  expect(linesOf(report, 'secret')[0]).toMatch(/^problem secret APP_SECRET does not open .* Give the secret that was used before/)
  expect(linesOf(report, 'address')[0]).toMatch(/^problem address The server at .* does not know this APP_SECRET/)
  expect(linesOf(report, 'stores')).toEqual(['warning stores Not checked: APP_SECRET does not open the stored credentials.'])
  expect(linesOf(await examined({ APP_SECRET: 'c2hvcnQ=' }), 'secret')[0]).toMatch(/^problem secret APP_SECRET is shorter than 32 bytes/)
})

test('all faults of the environment are told at once, without their values; what depends on them is not checked', async () => {
  const report = await examined({ DATABASE_URL: 'mysql://office:hunter2@db.test', TRUST_PROXY: 'yes', SMTP_URL: 'hunter2' })
  expect(linesOf(report, 'environment')).toEqual([
    'problem environment DATABASE_URL must be file:<path> or postgres://…, without quotes. Correct DATABASE_URL; .env.example says what it takes.',
    expect.stringMatching(/^problem environment TRUST_PROXY must be the number of reverse proxies/),
    expect.stringMatching(/^problem environment SMTP_URL /),
  ])
  expect(linesOf(report, 'stores')).toEqual(['warning stores Not checked: DATABASE_URL is not valid.'])
  expect(linesOf(report, 'address')[0]).not.toContain('Not checked')
  expect(JSON.stringify(report)).not.toContain('hunter2')
})

test('all rules of production are told, not only the first', async () => {
  const report = await examined({ NODE_ENV: 'production', APP_URL: 'http://office.test', OIDC_ISSUER: 'http://issuer.test' })
  const said = linesOf(report, 'environment').join('\n')
  for (const name of ['APP_URL', 'OIDC_ISSUER', 'PLATFORM_ENDPOINTS', 'GOOGLE_SHEETS_ENDPOINT', 'GOOGLE_TOKEN_ENDPOINT'])
    expect(said).toContain(name)
})

test('a check that never ends, and one that throws, are told beside the others; no error of theirs shows a secret', async () => {
  const report = await examined(
    {},
    {
      checks: {
        ...checks,
        database: { ...checks.database, ms: 10, run: () => new Promise(() => {}) },
        google: {
          ...checks.google,
          run: () => Promise.reject(new Error('failed', { cause: new Error(`no ${appSecret}\nat all`) })),
        },
      },
    },
  )
  expect(linesOf(report, 'database')).toEqual(['warning database Not finished within 0.01 s. Run this command again.'])
  expect(linesOf(report, 'google')).toEqual(['problem google The check itself failed: no … at all. Please report this as a bug.'])
  expect(report.filter(({ findings }) => findings[0]?.level === 'ok')).toHaveLength(checkNames.length - 2)
})

/** The table of the applied migrations. */
const listed = dialect === 'sqlite' ? sql`__drizzle_migrations` : sql`drizzle.__drizzle_migrations`
test('a database of a newer version is a problem, and its stores are not called', async () => {
  await carryOut(
    world.deps.database,
    sql`insert into ${listed} (hash, created_at, name) values ('f', 4070908800000, '20990101000000_future')`,
  )
  const report = await examined()
  await carryOut(world.deps.database, sql`delete from ${listed} where name = '20990101000000_future'`)
  expect(linesOf(report, 'migrations')[0]).toMatch(/^problem migrations A newer version .* \(20990101000000_future\)/)
  expect(linesOf(report, 'stores')).toEqual(['warning stores Not checked: the database belongs to a newer version.'])
})

test('pending migrations are named', async () => {
  await carryOut(world.deps.database, sql`create table kept as select * from ${listed} where name like '%_approvals'`)
  await carryOut(world.deps.database, sql`delete from ${listed} where name like '%_approvals'`)
  const report = await examined()
  await carryOut(world.deps.database, sql`insert into ${listed} select * from kept`)
  await carryOut(world.deps.database, sql`drop table kept`)
  expect(linesOf(report, 'migrations')[0]).toMatch(/^warning migrations Pending: \d+_approvals\. Try them with `npm run migrate/)
  expect(linesOf(report, 'secret')).toEqual(['warning secret Not checked: the database has to be migrated first.'])
})

/** A damaged file, and one that is no database. */
async function expectSqliteDamage() {
  const copy = join(folder, 'damaged.db')
  await carryOut(world.deps.database, sql`vacuum into ${copy}`)
  const bytes = readFileSync(copy)
  bytes.fill(0xff, 4096 * 10, 4096 * 11)
  writeFileSync(copy, bytes)
  expect(linesOf(await examined({ DATABASE_URL: `file:${copy}` }), 'integrity')[0]).toMatch(/^problem integrity The database is damaged/)
  copyFileSync('package.json', copy)
  expect(linesOf(await examined({ DATABASE_URL: `file:${copy}` }), 'database')[0]).toMatch(/cannot be read: file is not a database/)
}

/** An index that Postgres knows to be damaged. */
async function expectPostgresDamage() {
  const set = (is: boolean) =>
    carryOut(world.deps.database, sql`update pg_index set indisvalid = ${is} where indexrelid = 'users_email_unique'::regclass`)
  await set(false)
  const report = await examined()
  await set(true)
  expect(linesOf(report, 'integrity')[0]).toMatch(/^problem integrity The database is damaged: the index users_email_unique is not valid/)
}

test('damage of the database is a problem', () => ({ sqlite: expectSqliteDamage, postgres: expectPostgresDamage })[dialect]())

test('a clock that is off is told, by shops and, where it has its own, by the database', async () => {
  const report = await examined({}, { now: () => Date.now() - 120_000 })
  expect(linesOf(report, 'clock of the shops')[0]).toMatch(/^problem .* clock is 1(19|20) s behind that of the shops\. Let this machine/)
  expect(linesOf(report, 'clock of the database')[0]).toMatch(
    dialect === 'sqlite' ? /^ok/ : /^problem .* 120 s behind that of the database/,
  )
  expect(clockFinding('the shops', -10_000, { precisionMs: 1_000, toleratesMs: 30_000 })).toMatchObject({
    level: 'warning',
    says: "This machine's clock is 10 s ahead of that of the shops.",
  })
})

test('the command prints a line for each finding, or JSON, and ends with 1 only where there are problems', async () => {
  // The sandbox answers in this process, so the command must not block it.
  const run = (given: string[], env: Record<string, string> = {}) =>
    new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        ['scripts/doctor.ts', ...given],
        { env: { ...environment(), APP_URL: 'http://localhost:1', ...env } },
        (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }),
      ),
    )
  const text = await run([])
  expect(text).toMatchObject({ status: 0, stderr: '' })
  expect(text.stdout).toMatch(/^ok {7}environment .*\n/)
  const json = await run(['--json'], { GOOGLE_SERVICE_ACCOUNT: '{}' })
  expect(json.status).toBe(1)
  expect(JSON.parse(json.stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([
      { check: 'environment', findings: expect.arrayContaining([expect.objectContaining({ level: 'problem' })]) },
    ]),
  })
  const all = text.stdout + json.stdout
  for (const secret of [appSecret, 'shpat_test_north', 'print-password', world.sandbox.sheets.account.private_key.slice(40, 80)])
    expect(all).not.toContain(secret)
})
