import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoShops } from '#sandbox/demo-shops.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { startSandbox } from '#sandbox/start.ts'
import { assemble } from '#server/boot/assemble.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { createLogger } from '#server/boot/logging.ts'
import { addDemoData } from '../scripts/demo-data.ts'
import { freshDatabase } from '../scripts/fresh-database.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { appSecret, appUrl } from './support/world.ts'

const page = readFileSync('docs/api.md', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'session-'))
const closing: (() => Promise<void>)[] = []
let base: string

beforeAll(async () => {
  const database = await freshDatabase(folder)
  const sandbox = await startSandbox()
  const log = createLogger('silent')
  const mail = { smtpUrl: null, from: 'no-reply@session.test' }
  const options = { appSecret, appUrl, passwordMinLength: 6, platformEndpoints: { ...sandbox.endpoints }, dataDir: folder, mail, log }
  const deps = await assemble({ ...options, databaseUrl: database.url, now: () => Date.now() })
  await addDemoData(deps)
  const app = await buildTestApp(deps, { appUrl, log })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(
    () => app.close(),
    () => deps.close(),
    () => database[Symbol.asyncDispose](),
    () => sandbox.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
  rmSync(folder, { recursive: true })
})

test('the session with curl of docs/api.md runs as it stands', async () => {
  const session = /```sh\n(base=[\s\S]*?)```/.exec(page)?.[1] ?? ''
  const script = `set -eu\n${session.replace('base=http://localhost:3000', `base=${base}`)}`
  const shell = spawn('bash', ['-c', script], { cwd: folder })
  const [said, complained, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')])
  expect({ code, complained }).toEqual({ code: 0, complained: '' })
  const lotus = demoShops.find((shop) => shop.host === 'lotus.myshopify.com')
  if (!lotus) throw new Error('the demo has no such shop')
  const { products } = catalogueOf(lotus)
  for (const product of products) expect(said).toContain(product.title)
  const rows: string[][] = parse(readFileSync(join(folder, 'products.csv')), { bom: true })
  expect(rows[0]).toEqual(['Title', 'Handle', 'Variant SKU', 'Variant Price'])
  const handles = new Set(rows.slice(1).map((row) => row[1]))
  expect(handles).toEqual(new Set(products.filter((product) => product.status === 'ACTIVE').map((product) => product.handle)))
})

test('.env.example names every variable that is read, and its values are the defaults', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  const given = Object.fromEntries(
    lines.flatMap((line) => (/^[A-Z_]+=/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [])),
  )
  expect(readEnvironment(given)).toEqual(readEnvironment({}))
  const source = readFileSync('server/boot/environment.ts', 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1]).filter((name) => name !== 'NODE_TLS_REJECT_UNAUTHORIZED')
  expect(Object.keys(given).toSorted()).toEqual(read.toSorted())
})
