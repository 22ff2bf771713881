import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'demo-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('--reset deletes no folder that somebody named', () => {
  mkdirSync(join(folder, 'exports'))
  const env = { ...process.env, DATA_DIR: folder }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/demo.ts', '--reset'], { encoding: 'utf8', env })
  expect(status).toBe(1)
  expect(stderr).toContain('run it without DATA_DIR and DATABASE_URL')
  expect(existsSync(join(folder, 'exports'))).toBe(true)
})
