// The stopwatch of the demo, on a repository whose demo is a few lines.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = mkdtempSync(join(tmpdir(), 'repository-'))
const script = resolve('scripts/stopwatch-demo.ts')
const person = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']
const git = (...args: string[]) => execFileSync('git', [...person, ...args], { cwd: repository })

/** It is ready half a second after its start. */
const server = `
import { createServer } from 'node:http'
if (!process.env.SANDBOX_PORT) process.exit(3)
const server = createServer((_, answer) => answer.end())
setTimeout(() => server.listen(Number(process.env.PORT)), 500)
process.once('SIGTERM', () => process.exit(0))`

function commit(demo: string) {
  writeFileSync(join(repository, 'package.json'), JSON.stringify({ name: 'small', scripts: { demo } }))
  writeFileSync(join(repository, 'server.mjs'), server)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'A demo')
}

beforeAll(() => git('init', '--quiet'))
afterAll(() => rmSync(repository, { recursive: true }))

const stopwatch = () => spawnSync(process.execPath, [script], { cwd: repository, encoding: 'utf8' })

test('it takes the time from a clone to a demo that is ready, and of a second start', { timeout: 60_000 }, () => {
  commit('exec node server.mjs')
  const { status, stdout, stderr } = stopwatch()
  expect([status, stderr]).toEqual([0, ''])
  const seconds = [...stdout.matchAll(/^(?:bare clone to demo|second start): (\d+\.\d) s$/gm)].map(([, text]) => Number(text))
  expect(seconds).toHaveLength(2)
  for (const one of seconds) expect(one).toBeGreaterThanOrEqual(0.5)
})

test('a demo that ends instead is an error', { timeout: 60_000 }, () => {
  commit('exit 4')
  const { status, stderr } = stopwatch()
  expect(status).toBe(1)
  expect(stderr).toContain('the demo ended with 4 before it was ready')
})
