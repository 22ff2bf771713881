// Commands on an installation: none makes one, or changes the tables of one, unasked.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openInspection } from '#drizzle/inspection.ts'
import { openDatabase } from '#drizzle/open.ts'
import { earlierDatabase } from '#tests/support/earlier-database.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'installation-'))
afterAll(() => rmSync(folder, { recursive: true }))

const appSecret = Buffer.alloc(32, 5).toString('base64')
function run(command: string, given: readonly string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, ...given], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', APP_SECRET: appSecret, ...env },
  })
  return { status, stdout, stderr }
}
const applied = async (url: string) => (await openInspection()).applied(url)

test.each([
  ['secrets-rotate', []],
  ['audit-verify', []],
  ['create-owner', ['one@owners.test']],
  ['backup', [join(folder, 'backups')]],
])('%s refuses a database without an installation, and makes none', async (command, given) => {
  const dataDir = mkdtempSync(join(folder, 'empty-'))
  await using empty = await freshDatabase(dataDir)
  expect(run(command, given, { DATABASE_URL: empty.url, DATA_DIR: dataDir })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'This database has no installation yet. Is this the environment of the server, and was it started once?\n',
  })
  expect(await applied(empty.url)).toEqual([])
  expect(readdirSync(dataDir)).toEqual([])
})

test('an earlier database is migrated by none of them, and is saved as it is', async () => {
  const dataDir = mkdtempSync(join(folder, 'earlier-'))
  await using home = await freshDatabase(dataDir)
  await (await earlierDatabase({ url: home.url, dataDir }, 12)).close()
  const before = await applied(home.url)
  const env = { DATABASE_URL: home.url, DATA_DIR: dataDir }
  for (const [command, given] of [
    ['secrets-rotate', []],
    ['audit-verify', []],
    ['create-owner', ['one@owners.test']],
  ] as const)
    expect(run(command, given, env)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The database has to be migrated first \(\d+ pending\)\. Please start the new server, or run: npm run migrate\n$/,
      ),
    })
  expect(run('backup', [join(dataDir, 'backups')], env)).toMatchObject({ status: 0, stdout: expect.stringContaining('read back') })
  expect(await applied(home.url)).toEqual(before)
})

test('a command that needs the secret makes none', async () => {
  const dataDir = mkdtempSync(join(folder, 'secret-'))
  await using home = await freshDatabase(dataDir)
  await (await openDatabase(home.url)).close()
  const env = { DATABASE_URL: home.url, DATA_DIR: dataDir, APP_SECRET: '' }
  const saved = run('backup', [join(dataDir, 'backups')], env)
  const backup = String(/^\S+(?=:)/.exec(saved.stdout))
  const names = readdirSync(dataDir)
  for (const [command, given] of [
    ['secrets-rotate', []],
    ['audit-verify', []],
    ['restore', [backup]],
  ] as const)
    expect(run(command, given, env)).toEqual({
      status: 1,
      stdout: '',
      stderr: `APP_SECRET is not given, and ${dataDir} has no secret. Please give that of the installation.\n`,
    })
  expect(readdirSync(dataDir)).toEqual(names)
})
