// The audit log tells of backups, removed backups, restorations and renewed secrets by commands, and its seals hold.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealClosedMinutes } from '#server/seals/sealing.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { appSecret, createWorld, password, type Caller, type World } from '#tests/support/world.ts'
import { earlierDatabase } from '#tests/support/earlier-database.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-audited-'))
const target = join(folder, 'backups')
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

function run(command: string, given: string[], more: Record<string, string> = {}) {
  const own = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.folder, EXPORT_FOLDER: world.exports, APP_SECRET: appSecret }
  const env = { PATH: process.env['PATH'] ?? '', ...own, ...more }
  return spawnSync(process.execPath, [`scripts/${command}.ts`, ...given], { encoding: 'utf8', env })
}
const entriesIn = (body: unknown) => (body as { data: { entries: unknown[] } }).data.entries
const told = async (action: string) => entriesIn((await owner.rest('GET', `/audit?action=${action}`)).body)
const bySomebody = { actor_id: 'shell', actor_name: userInfo().username, actor_email: null, transport: 'shell' }

/** Ten minutes from now by the machine's clock, which the commands have. */
const later = () => Date.now() + 600_000
function expectSealed(more: Record<string, string> = {}) {
  expect(run('audit-verify', [], more)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[1-9]\d* minutes, .*all as sealed/) })
}

test('backups, what they removed, and each that failed are told of, and the seals hold', { timeout: 120_000 }, async () => {
  expect(run('backup', [target])).toMatchObject({ status: 0, stderr: '' })
  const [first = ''] = readdirSync(target)
  const older = join(target, 'backup-20200101T000000Z')
  cpSync(join(target, first), older, { recursive: true })
  rmSync(join(target, first), { recursive: true })
  const kept = run('backup', [target, '--keep', '1'])
  expect(kept).toMatchObject({ status: 0, stdout: expect.stringContaining(`Removed ${older}\n`) })
  const noFolder = join(folder, 'a file')
  writeFileSync(noFolder, '')
  expect(run('backup', [noFolder]).status).toBe(1)
  const [last = ''] = readdirSync(target)
  const failed = { ...bySomebody, decision: 'failed', repeats: 1, details: { place: noFolder, failure: expect.stringContaining(noFolder) } }
  const done = (place: string, removed: string[]) => ({
    ...bySomebody,
    action: 'backups.run',
    decision: 'allowed',
    details: { place: join(target, place), bytes: expect.any(Number), removed },
  })
  const entries = [failed, done(last, [older]), done(first, [])]
  expect(await told('backups.')).toEqual(entries.map((entry) => expect.objectContaining(entry)))
  await sealClosedMinutes({ ...world.deps, now: later })
  expectSealed()
})

test('a restored installation tells of its restoration, beside what was told before', { timeout: 120_000 }, async () => {
  const [name = ''] = readdirSync(target)
  await using bare = await freshDatabase(folder)
  const machine = mkdtempSync(join(folder, 'bare-'))
  const there = { DATABASE_URL: bare.url, DATA_DIR: machine, EXPORT_FOLDER: join(machine, 'exports') }
  expect(run('restore', [join(target, name)], there).status).toBe(0)
  await using server = await secondServer({ ...world, databaseUrl: bare.url, folder: machine, exports: there.EXPORT_FOLDER })
  const payload = { email: 'owner-1@world.test', password }
  const { token } = (await server.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })).json<{ token: string }>()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ method: 'GET', url: '/api/v1/audit?action=backups.', headers })
  const [newest, before, ...others] = entriesIn(answer.json())
  expect(newest).toMatchObject({
    ...bySomebody,
    action: 'backups.restore',
    decision: 'allowed',
    details: { place: join(target, name), createdAt: expect.any(String), endedJobs: 0, missingFiles: 0 },
  })
  // The backup's own entry was written after its moment.
  expect([before, ...others]).toEqual([expect.objectContaining({ action: 'backups.run', decision: 'allowed' })])
  await sealClosedMinutes({ ...server.deps, now: later })
  expectSealed(there)
})

test('renewed secrets are told of in numbers', { timeout: 120_000 }, async () => {
  expect(run('secrets-rotate', []).status).toBe(0)
  const details: unknown = expect.objectContaining({ 'check value': { renewed: 0, current: 1, unopened: 0 } })
  expect(await told('secrets.')).toEqual([expect.objectContaining({ ...bySomebody, action: 'secrets.rotate', details })])
})

test('a check tells nothing, and a database of an earlier version is backed up without an entry', { timeout: 120_000 }, async () => {
  const [name = ''] = readdirSync(target)
  const before = await told('backups.')
  expect(run('verify', [join(target, name)]).status).toBe(0)
  expect(await told('backups.')).toEqual(before)
  const dataDir = mkdtempSync(join(folder, 'old-'))
  await using old = await freshDatabase(dataDir)
  await (await earlierDatabase({ url: old.url, dataDir }, 3)).close()
  const own = { DATABASE_URL: old.url, DATA_DIR: dataDir }
  const stderr: unknown = expect.stringMatching(/^The audit log does not tell of it: .+/)
  expect(run('backup', [join(folder, 'old')], own)).toMatchObject({ status: 0, stderr })
})
