import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#drizzle/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'database-file-'))
const file = join(folder, 'inner', 'app.db')
afterAll(() => rmSync(folder, { recursive: true }))

test('the file is for this user alone', async () => {
  const database = await openDatabase(`file:${file}`)
  await database.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'inner')).mode & 0o777).toBe(0o700)
})
