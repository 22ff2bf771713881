// npm run prove:secrets: plants secrets of every kind, runs the tests, and searches answers, logs, storage, exports and builds for them.
// Then leaks one secret into each of these, where the same search must find it. Arguments: the test files to run.
import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { demoShops } from '#sandbox/demo-shops.ts'
import { buildClient } from './build-client.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { filesIn, search, type Found } from '../proofs/secret-search.ts'

const places = ['responses', 'logs', 'database', 'files', 'bundles'] as const
type Place = (typeof places)[number]
type Secrets = ReadonlyMap<string, string>
const Planted = z.object({ planted: z.record(z.string(), z.string()), issued: z.array(z.string()) })

const evidence = mkdtempSync(join(tmpdir(), 'prove-secrets-'))
process.once('exit', () => rmSync(evidence, { recursive: true, force: true }))
const browser = join(evidence, 'browser')
mkdirSync(browser)

/** Runs one of our tools and shows its output. Keeps the output if it is the log of the browser tests' server. */
function run(tool: string, args: readonly string[], log?: string): Promise<number | null> {
  const env = { ...process.env, PROVE_EVIDENCE: evidence, E2E_DATA_DIR: join(browser, 'data'), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const child = spawn(join('node_modules', '.bin', tool), args, { stdio: ['ignore', log ? 'pipe' : 'inherit', 'inherit'], env })
  if (log) child.stdout?.pipe(createWriteStream(log))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

/** The kept files of a test's world, by place. */
const filesOf = (folder: string): Record<Exclude<Place, 'bundles'>, string[]> => ({
  responses: filesIn([join(folder, 'responses.txt')]),
  logs: filesIn([join(folder, 'logs.txt')]),
  database: filesIn(['', '-wal', '-shm'].map((end) => join(folder, 'data', `app.db${end}`))),
  files: filesIn([join(folder, 'data', 'exports')]),
})

function secretsOf(folder: string): Secrets {
  const { planted, issued } = Planted.parse(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')))
  return new Map([...Object.entries(planted), ...issued.map((secret, index) => [`issued token ${index + 1}`, secret] as const)])
}

/** The demo's secrets, in the same format as a world's. The demo's password is public and not included. */
function writeDemoSecrets() {
  const ofShops = demoShops.flatMap(({ name, credentials, ...shop }) =>
    Object.entries({ ...credentials, ...('app' in shop && shop.app ? { clientSecret: shop.app.clientSecret } : {}) })
      .filter(([field]) => field !== 'clientId')
      .map(([field, secret]) => [`${field} of ${name}`, secret]),
  )
  const [appSecret, client] = [readFileSync(join(browser, 'data', 'secret'), 'utf8').trim(), 'opens-nothing-but-the-sandbox']
  const planted = Object.fromEntries([...ofShops, ['APP_SECRET', appSecret], ['OAuth secret', client]])
  writeFileSync(join(browser, 'secrets.json'), JSON.stringify({ planted, issued: [] }))
}

/** Copies of the searched files. Each contains a secret in a different form. */
function leak(secret: string): Record<Place, string> {
  const folder = join(evidence, 'leaks')
  mkdirSync(folder)
  const at = (name: string) => join(folder, name)
  writeFileSync(at('responses.txt'), JSON.stringify({ message: `refused: ${secret}` }))
  writeFileSync(at('logs.txt'), `{"level":50,"authorization":"Basic ${Buffer.from(`office:${secret}`).toString('base64')}"}`)
  writeFileSync(at('export.csv'), `id,note\r\n1,${secret.split('').toReversed().join('')}\r\n`)
  writeFileSync(at('bundle.js'), `fetch("/x?key=${encodeURIComponent(secret)}")`)
  const database = new Database(at('app.db'))
  database.exec('create table leaks (value text)')
  database.prepare('insert into leaks values (?)').run(Buffer.from(secret).toString('hex'))
  database.close()
  return { responses: at('responses.txt'), logs: at('logs.txt'), database: at('app.db'), files: at('export.csv'), bundles: at('bundle.js') }
}

const only = process.argv.slice(2)
buildClient()
const isBrowserTest = (file: string) => file.endsWith('.spec.ts')
const suites = only.length > 0 ? only.filter((file) => !isBrowserTest(file)) : ['tests/server', 'tests/scripts', 'tests/api-page.test.ts']
const codes = [await run('vitest', ['run', ...suites, 'tests/prove/secrets.prove.ts'])]
if (only.length === 0 || only.some(isBrowserTest)) {
  ensureChromium()
  codes.push(await run('playwright', ['test', ...only.filter(isBrowserTest)], join(browser, 'logs.txt')))
  writeDemoSecrets()
}

const worlds = readdirSync(evidence)
  .map((name) => join(evidence, name))
  .filter((folder) => existsSync(join(folder, 'secrets.json')))
const all = new Map(worlds.flatMap((folder) => [...secretsOf(folder)].map(([name, value]) => [`${name} (${value.length})`, value])))
const bundles = filesIn(['dist/client'])
const found: Found[] = search(bundles, all)
const searched = new Map<Place, string[]>([['bundles', bundles]])
for (const folder of worlds) {
  const secrets = secretsOf(folder)
  for (const [place, files] of Object.entries(filesOf(folder))) {
    const kept = places.find((known) => known === place)
    if (kept) searched.set(kept, [...(searched.get(kept) ?? []), ...files])
    found.push(...search(files, secrets))
  }
}
const kinds = new Set(worlds.flatMap((folder) => [...secretsOf(folder).keys()].map((name) => name.replace(/ of .*| \d+$/, ''))))
console.log(`${kinds.size} kinds of secrets planted in ${worlds.length} worlds: ${[...kinds].join(', ')}`)
for (const place of places) {
  const files = searched.get(place) ?? []
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_000_000
  console.log(
    `${place} | ${files.length} files | ${megabytes.toFixed(1)} MB | ${found.filter(({ file }) => files.includes(file)).length} secrets found`,
  )
}
for (const { file, secret, form } of found) console.error(`FOUND: ${secret}, ${form}, in ${file}`)

const canary = `canary-leak-${crypto.randomUUID()}`
const leaks = leak(canary)
const caught = places.filter((place) => search([leaks[place]], new Map([['a leak', canary]])).length > 0)
console.log(`a leak planted in each place: ${caught.length} of ${places.length} found (${caught.join(', ')})`)
process.exit(found.length === 0 && caught.length === places.length && codes.every((code) => code === 0) ? 0 : 1)
