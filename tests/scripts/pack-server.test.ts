// The packed server, which the image and the systemd unit run: it starts without npm, serves, works on its data, and ends at once.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#shared/commands.ts'
import { freePort } from '../../scripts/free-port.ts'

const startMs = 60_000
const packMs = 120_000
const home = mkdtempSync(join(tmpdir(), 'packed-'))
const folder = join(home, 'server')
const program = join(folder, 'bin', 'backcounter')
afterAll(() => rmSync(home, { recursive: true }))

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/pack-server.ts', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}, packMs)

/** An installation that knows only what it is given, and runs in another folder. */
const environment = (port: number) => ({
  PATH: '/usr/bin:/bin',
  PORT: String(port),
  HOST: '127.0.0.1',
  APP_URL: `http://localhost:${port}`,
  DATA_DIR: join(home, 'data'),
})
const run = (port: number, ...args: string[]) => spawnSync(program, args, { cwd: home, env: environment(port), encoding: 'utf8' })

test(
  'it starts, serves calls, page and API reference, and ends at SIGTERM; its commands work on its data',
  { timeout: startMs },
  async () => {
    const port = await freePort()
    const server = spawn(program, ['start'], { cwd: home, env: environment(port), stdio: 'ignore' })
    const ended = once(server, 'exit')
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    await expect
      .poll(
        () =>
          get('/readyz')
            .then(({ status }) => status)
            .catch(() => 0),
        { timeout: startMs, interval: 100 },
      )
      .toBe(200)
    expect(await (await get('/login')).text()).toContain('<div id="root">')
    expect((await get('/api/v1/docs')).status).toBe(200)
    expect((await get('/docs/install')).status).toBe(200)
    expect((await get('/api/v1/openapi.json')).status).toBe(200)
    const begun = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/passkey/options`, { method: 'POST' })
    expect(await begun.text()).toContain('challenge')
    expect(run(port, 'is-alive').status).toBe(0)
    expect(JSON.parse(run(port, 'doctor', '--json').stdout)).toHaveProperty('checks')
    const backup = run(port, 'backup', join(home, 'backups'))
    expect(backup).toMatchObject({ status: 0 })
    expect(run(port, 'verify', String(/^\S+(?=:)/.exec(backup.stdout)))).toMatchObject({ status: 0 })
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)

test('it has the guides, the licences of its parts, and their list', () => {
  const file = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect(file('dist/docs/install.html')).toContain('<h1')
  expect(file('THIRD-PARTY-LICENSES')).toMatch(/^fastify@[\d.]+ \(MIT\)$/m)
  expect(JSON.parse(file('sbom.cdx.json'))).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'Backcounter' } } })
  const packed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
  expect(packed).not.toContain('drizzle-kit')
})

test('it makes the scheduled backup', { timeout: 2 * startMs }, async () => {
  const nightly = join(home, 'nightly')
  const server = spawn(program, ['start'], { cwd: home, env: { ...environment(await freePort()), BACKUP_TO: nightly }, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const backups = () => (existsSync(nightly) ? readdirSync(nightly) : [])
  await expect.poll(backups, { timeout: startMs, interval: 100 }).toEqual([expect.stringMatching(/^backup-\w+Z$/)])
  server.kill('SIGTERM')
  await ended
})

test('it has what a bucket needs', async () => {
  const bucket = { EXPORT_S3_BUCKET: 'office', EXPORT_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }
  const keys = { EXPORT_S3_ACCESS_KEY_ID: 'id', EXPORT_S3_SECRET_ACCESS_KEY: 'secret' }
  const { stdout } = spawnSync(program, ['doctor'], { cwd: home, env: { ...environment(1), ...bucket, ...keys }, encoding: 'utf8' })
  expect(stdout).toMatch(/^problem  export files +http:\/\/127\.0\.0\.1:\d+, bucket office, prefix exports\/: connect ECONNREFUSED/m)
})

test('it lists its commands where it is asked, or called with another', () => {
  const { status, stdout } = run(1, '--help')
  expect(status).toBe(0)
  for (const [name, { does }] of Object.entries(commands)) expect(stdout).toMatch(`  ${name.padEnd('secrets-rotate'.length)}  ${does}\n`)
  expect(run(1, 'destroy')).toMatchObject({ status: 2, stdout: '', stderr: stdout })
})

test('its commands name themselves without npm, and take no other arguments', () => {
  expect(run(1, 'migrate', '--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^backcounter migrate \[--dry-run\]\n/) })
  for (const name of ['migrate', 'start'])
    expect(run(1, name, '--dryrun')).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Unknown option/) })
})
