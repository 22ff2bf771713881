// The guides, followed from first to last on one machine: blocks that are marked `run` are run as they stand, those marked `serve` start a
// server, and those marked `file=` are written to that file. Paths of the system lie in a temporary folder instead.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { guidePages } from '../../scripts/guides/pages.ts'
import { blocksOf, type Block } from '#tests/support/guide-blocks.ts'
import { freePort } from '../../scripts/free-port.ts'

const machine = mkdtempSync(join(tmpdir(), 'guides-'))
const port = await freePort()
const onMachine = (text: string) => text.replaceAll(/(?<![\w.])\/(?:opt|srv|etc|var\/lib)\//g, (path) => machine + path)

/** What the guide leaves to the reader, and what this machine lacks: a proxy, a mail server, and a name on the network. */
const own = {
  PORT: String(port),
  HOST: '127.0.0.1',
  APP_URL: `http://localhost:${port}`,
  APP_SECRET: Buffer.alloc(32, 7).toString('base64'),
  TRUST_PROXY: '0',
  SMTP_URL: '',
  LOG_LEVEL: 'warn',
}
const { PATH = '', HOME = '' } = process.env
const base = { HOME, PATH: `${join(machine, 'opt/backcounter/bin')}:${PATH}` }
let environment: Record<string, string> = {}
let server: ChildProcess | undefined

async function runToEnd(command: string) {
  const child = spawn('sh', ['-eu', '-c', onMachine(command)], { env: { ...base, ...environment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const [code] = await once(child, 'close')
  expect(`${command}\n→ ${String(code)}\n${output}`).toContain(`→ 0\n`)
}

const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function serve(command: string) {
  // `exec`, so that the signal reaches the server and not its shell.
  const started = onMachine(command).replace(/(\S+ start)$/, 'exec $1')
  const child = spawn('sh', ['-eu', '-c', started], { env: { ...base, ...environment }, stdio: 'ignore' })
  server = child
  await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(true)
}

function write(file: string, text: string) {
  const path = onMachine(file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  environment = { ...parseEnv(text), ...own, NODE_ENV: 'production', DATA_DIR: join(machine, 'var/lib/backcounter') }
}

async function follow({ marks, text }: Block) {
  const file = marks.find((mark) => mark.startsWith('file='))
  if (file) write(file.slice('file='.length), text)
  if (marks.includes('run')) await runToEnd(text)
  if (marks.includes('serve')) await serve(text)
}

afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(machine, { recursive: true })
})

const followed = guidePages
  .map(({ file }) => ({ file, blocks: blocksOf(readFileSync(file, 'utf8')).filter(({ marks }) => marks.length > 0) }))
  .filter(({ blocks }) => blocks.some(({ marks }) => marks.includes('run')))

test('the guides to install, upgrade and restore are among those that are followed', () => {
  const names = followed.map(({ file }) => file)
  expect(names).toEqual(expect.arrayContaining(['install', 'upgrade', 'backup'].map((name) => `docs/guides/${name}.md`)))
})

for (const { file, blocks } of followed)
  test(`${file} can be followed`, { timeout: 180_000 }, async () => {
    for (const block of blocks) await follow(block)
  })
