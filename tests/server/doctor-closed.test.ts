// The doctor where the database is away, or may not be read or written: each check says why it was not made, and none calls it a bug.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { openInspection } from '#drizzle/inspection.ts'
import { openDatabase } from '#drizzle/open.ts'
import { inspectEnvironment } from '#server/boot/environment.ts'
import { checks } from '#server/doctor/checks.ts'
import { reportLines, runDoctor, type DoctorOptions } from '#server/doctor/run.ts'
import { asNobody } from '#tests/support/as-nobody.ts'
import { linesOf } from '#tests/support/doctor.ts'
import { freePort } from '../../scripts/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'doctor-closed-'))
// A user without rights looks below it.
beforeAll(() => chmodSync(folder, 0o755))
afterAll(() => rmSync(folder, { recursive: true }))

const appSecret = Buffer.alloc(32, 5).toString('base64')
const examined = (given: Record<string, string>, options: Partial<DoctorOptions> = {}) =>
  runDoctor({
    ...inspectEnvironment({ APP_URL: 'http://127.0.0.1:1', HOST: '127.0.0.1', PORT: '1', APP_SECRET: appSecret, ...given }),
    fetch: globalThis.fetch,
    now: Date.now,
    ...options,
  })

test('while Postgres is down, one check says so and the others wait for it; no password is shown, however it is written', async () => {
  const port = await freePort()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/doctor.ts'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: join(folder, 'away'),
      DATABASE_URL: `postgres://office:hunter2%@127.0.0.1:${port}/office`,
      SMTP_URL: `smtp://office:hunter3%@127.0.0.1:${port}`,
      APP_SECRET: appSecret,
      APP_URL: `http://127.0.0.1:${port}`,
    },
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toMatch(/^problem {2}database .* cannot be read: connect ECONNREFUSED/m)
  for (const check of ['secret', 'migrations', 'stores', 'destinations'])
    expect(stdout).toMatch(new RegExp(`^warning  ${check} +Not checked: the database does not answer\\.$`, 'm'))
  expect(stdout).not.toMatch(/The check itself failed|hunter/)
})

test('a database that goes away in the middle is told in the same way', async () => {
  const gone = () => Promise.reject(new Error('Failed query', { cause: Object.assign(new Error('away'), { code: 'DATABASE_AWAY' }) }))
  const report = await examined({ DATA_DIR: folder }, { checks: { ...checks, catalogue: { ...checks.catalogue, run: gone } } })
  expect(linesOf(report, 'catalogue')).toEqual(['warning catalogue Not checked: the database does not answer.'])
})

test('secrets of buckets for backups are hidden, and texts that are too short to be secrets are not taken out of words', async () => {
  const saying = () => Promise.reject(new Error('another secret: back-up-secret'))
  const keys = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'back-up-secret', SMTP_URL: 'smtp://office:e@127.0.0.1:1' }
  const report = await examined({ DATA_DIR: folder, ...keys }, { checks: { ...checks, google: { ...checks.google, run: saying } } })
  expect(linesOf(report, 'google')[0]).toContain('The check itself failed: another secret: ….')
})

test.runIf(dialect === 'sqlite')('a database that may not be written is a problem', async () => {
  const dataDir = join(folder, 'unwritten')
  const url = `file:${join(dataDir, 'app.db')}`
  await (await openDatabase(url)).close()
  expect(linesOf(await examined({ DATA_DIR: dataDir }), 'database')).toEqual([`ok database ${dataDir}/app.db answers.`])
  chmodSync(dataDir, 0o777)
  chmodSync(join(dataDir, 'app.db'), 0o444)
  const report = await asNobody(() => examined({ DATA_DIR: dataDir }))
  expect(linesOf(report, 'database')[0]).toMatch(
    /^problem database .*app\.db cannot be written: attempt to write a readonly database\. Give the file, its -wal and its -shm to the user/,
  )
})

test.runIf(dialect === 'sqlite')('a data folder that may not be entered is not called empty', async () => {
  const dataDir = join(folder, 'closed')
  const url = `file:${join(dataDir, 'app.db')}`
  await (await openDatabase(url)).close()
  writeFileSync(join(dataDir, 'secret'), appSecret)
  chmodSync(dataDir, 0)
  const closed = `${dataDir}/app.db may not be read by this user (EACCES)`
  try {
    const report = await asNobody(() => examined({ DATA_DIR: dataDir, APP_SECRET: '' }))
    expect(linesOf(report, 'database')[0]).toMatch(
      /^problem database .*app\.db cannot be read: .*\(EACCES\)\. Run this command as the user/,
    )
    expect(linesOf(report, 'secret')[0]).toMatch(/^problem secret .*\/secret cannot be read\. Run this command as the user/)
    expect(reportLines(report).join('\n')).not.toMatch(/has no tables yet|There is none yet|The check itself failed/)
    const inspection = await openInspection()
    await expect(asNobody(() => inspection.rehearse(url, []))).rejects.toThrow(closed)
  } finally {
    chmodSync(dataDir, 0o700)
  }
})

test('files of exports in a former place are counted', async () => {
  const dataDir = join(folder, 'former')
  mkdirSync(join(dataDir, 'exports'), { recursive: true })
  for (const name of ['one.csv', 'two.csv']) writeFileSync(join(dataDir, 'exports', name), '')
  const [, former, ...others] = linesOf(await examined({ DATA_DIR: dataDir, EXPORT_FILES: 'database' }), 'export files')
  expect(others).toEqual([])
  expect(former).toMatch(/^warning export files 2 files of exports lie in .*\/exports, from before .* Remove them \(`rm -r .*\/exports`\)/)
  expect(linesOf(await examined({ DATA_DIR: dataDir, EXPORT_FILES: 'folder' }), 'export files').join()).not.toContain('from before')
})
