// What the operator can mend is told in a sentence, with its path or host, without a stack and without a password.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, rmdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#drizzle/open.ts'
import { sentenceOfError } from '#server/boot/start-failure.ts'
import { freePort } from '../../scripts/free-port.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-failure-'))
const file = join(folder, 'file')
writeFileSync(file, '')
afterAll(() => rmSync(folder, { recursive: true }))

async function saidOf(work: () => unknown) {
  try {
    await work()
    return 'it works'
  } catch (error) {
    return sentenceOfError(error)
  }
}

test('errors of files name the path and what to do', async () => {
  mkdirSync(join(folder, 'full', 'inside'), { recursive: true })
  expect(await saidOf(() => mkdirSync(file, { recursive: true }))).toBe(`${file} is a file, and a folder is needed.`)
  expect(await saidOf(() => mkdirSync(join(folder, 'full')))).toMatch(/full is there already\. Does the same command run at this moment\?/)
  expect(await saidOf(() => rmdirSync(join(folder, 'full')))).toMatch(/full is there already/)
  expect(await saidOf(() => mkdirSync(join(file, 'in')))).toBe(`A part of ${join(file, 'in')} is a file, and a folder is needed.`)
  expect(await saidOf(() => readFileSync(join(folder, 'none')))).toBe(`${join(folder, 'none')} does not exist.`)
  expect(await saidOf(() => writeFileSync(folder, ''))).toBe(`${folder} is a folder, and a file is needed.`)
})

/** An error with the fields that its origin gives it. */
const failure = (message: string, fields: object) => Object.assign(new Error(message), fields)

test.each([
  [{ code: 'EACCES', path: '/srv/backups' }, /^\/srv\/backups may not be used by this user\. Please run the command as the user/],
  [{ code: 'EROFS', path: '/srv/backups' }, /^\/srv\/backups cannot be written: its disk is mounted as read-only\.$/],
  [{ code: 'ENOSPC', path: '/a', dest: '/srv/backups/b' }, /^The disk of \/srv\/backups\/b is full\./],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nowhere.test' }, /^The host nowhere\.test is not known\./],
  [{ code: 'ETIMEDOUT', address: '10.0.0.1', port: 5432 }, /^10\.0\.0\.1:5432 does not answer\./],
  [{ code: 'CERT_HAS_EXPIRED' }, /^The certificate of a server is not accepted \(CERT_HAS_EXPIRED\)\./],
  [{ code: 'SQLITE_READONLY_DBMOVED' }, /may not be written by this user\. Please give the file, its -wal and its -shm/],
  [{ code: 'SQLITE_FULL' }, /^The disk of .* is full\./],
  [{ code: '28P01' }, /refuses the user or the password of DATABASE_URL\.$/],
  [{ code: '3D000' }, /^There is no database .* Please make it, or correct DATABASE_URL\.$/],
  [{ code: '53300' }, /has too many connections\./],
  [{ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.0.0.9', port: 3000 }, /^10\.0\.0\.9:3000 is not an address of this machine\./],
])('%o is told, also as the cause of another error', (fields, sentence) => {
  const told = failure('a secret: hunter2', fields)
  expect(sentenceOfError(told)).toMatch(sentence)
  expect(sentenceOfError(new Error('Failed query', { cause: told }))).toMatch(sentence)
  expect(sentenceOfError(failure('away', { code: 'DATABASE_AWAY', cause: told }))).toMatch(sentence)
  expect(sentenceOfError(told)).not.toContain('hunter2')
})

test('any other error keeps its stack', () => {
  for (const error of [new TypeError('x is not a function'), failure('odd', { code: 'ERR_ODD' }), 'text', null])
    expect(sentenceOfError(error)).toBeNull()
})

test('a server that is not there is named, by each of its addresses', async () => {
  const port = await freePort()
  for (const host of ['127.0.0.1', 'localhost']) {
    const socket = connect({ host, port })
    expect(await saidOf(() => once(socket, 'connect'))).toMatch(new RegExp(`:${port} refuses connections\\. Please start the server there`))
  }
})

test('a Postgres without encryption is told', async () => {
  // The answer of Postgres to the question for TLS where it has none.
  const server = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const client = new Client({ connectionString: `postgres://office:hunter2@127.0.0.1:${port}/office?sslmode=require` })
  expect(await saidOf(() => client.connect())).toMatch(
    / does not encrypt connections\. Please turn that on there \(`ssl = on`\), or correct sslmode/,
  )
  server.close()
})

test('a file that is no database is told', async () => {
  const path = join(folder, 'no.db')
  writeFileSync(path, 'x'.repeat(5_000))
  const database = new Sqlite(path)
  expect(await saidOf(() => database.pragma('journal_mode = wal'))).toMatch(/is damaged, or is no database\./)
  database.close()
})

function run(program: string, given: readonly string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', APP_SECRET: Buffer.alloc(32, 5).toString('base64'), ...env },
  })
  return { status, stdout, stderr }
}

test.each([
  ['server/main.ts', []],
  ['scripts/backup.ts', [join(folder, 'backups')]],
  ['scripts/migrate.ts', []],
  ['scripts/create-owner.ts', ['one@owners.test']],
  ['scripts/secrets-rotate.ts', []],
  ['scripts/audit-verify.ts', []],
])('%s tells in one line that Postgres is down', async (program, given) => {
  const port = await freePort()
  const url = `postgres://office:hunter2@127.0.0.1:${port}/office`
  expect(run(program, given, { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })).toEqual({
    status: 1,
    stdout: '',
    stderr: `127.0.0.1:${port} refuses connections. Please start the server there, or correct its address.\n`,
  })
})

test('a target that is a file, a data folder below a file, and a server that does not run are told in one line', async () => {
  await using home = await freshDatabase(folder)
  await (await openDatabase(home.url)).close()
  const env = { DATABASE_URL: home.url, DATA_DIR: join(folder, 'data') }
  expect(run('scripts/backup.ts', [file], env)).toEqual({ status: 1, stdout: '', stderr: `${file} is a file, and a folder is needed.\n` })
  const below = { DATA_DIR: join(file, 'data'), APP_SECRET: '' }
  expect(run('server/main.ts', [], below)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^A part of .* is a file, and a folder is needed\.\n$/),
  })
  const port = await freePort()
  expect(run('scripts/is-alive.ts', [], { PORT: String(port) })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:${port} refuses connections\\..*\\n$`)),
  })
})

test('an output that nobody reads to its end is no failure', () => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" scripts/migrate.ts --dry-run | head -n 1`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'piped') },
  })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(/^-- \d+_.*\n$/), stderr: '' })
})
