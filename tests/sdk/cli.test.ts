// The command line against a server with shops.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { productVersion } from '#shared/brand.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { copiedAs, copiedVariant, markFilled } from '#tests/support/copied-products.ts'
import { webhookDestination } from '#tests/support/belongings.ts'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { runLine, type CommandOptions } from '#tests/support/command-line.ts'

let world: World
let folder: string
let url: string
let key: string
beforeAll(async () => {
  world = await createWorld()
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const owner = await world.signedIn('owner')
  const rights = ['products:read', 'products:export', 'orders:read', 'orders:export']
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Command line', permissions: rights })
  key = (made.body as { data: { token: string } }).data.token
  folder = await mkdtemp(join(tmpdir(), 'command-'))
})
afterEach(() => world.sandbox.faults.clear())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (line: string, options: CommandOptions = {}) =>
  runLine(line, { environment: { BACKCOUNTER_URL: url, BACKCOUNTER_KEY: key }, ...options })

const checkedAt = Date.UTC(2026, 0, 10)
const age = 'The shops were last asked for changes at 2026-01-10T00:00:00.000Z, or later\n'
const ofHarbor = 'Note: Harbor: the copy is not complete, something may be missing\n'

test('products of all stores are found', async () => {
  const chair = {
    title: 'Ghế xếp',
    handle: '',
    image: null,
    status: 'active',
    vendor: '',
    productType: '',
    tags: [],
    createdAt: null,
    updatedAt: null,
  }
  const variant = { id: '2', title: 'One', sku: 'CH-7', barcode: null, price: '9.50', compareAtPrice: null, stock: 4 }
  for (const store of [world.stores.north, world.stores.print])
    await world.deps.catalogue.write(store, [{ ...chair, productId: '1', variants: [variant] }], 0)
  // A copy that is still read lists less than there is.
  expect((await run('find ghe --store north')).note).toBe('Note: North: the copy is not complete, something may be missing\n')
  await markFilled(world.deps, [world.stores.north, world.stores.print], checkedAt)
  const { out, note } = await run('find ghe')
  expect(note).toBe(`${ofHarbor}${age}`)
  expect(out).toMatch(/North\s+1\s+Ghế xếp\s+active\s+9\.50 USD\s+4\s+CH-7/)
  expect(out).toMatch(/Print\s+1\s/)
  expect(JSON.parse((await run('find h-7 --store print --json')).out)).toMatchObject([{ storeName: 'Print', skus: ['CH-7'] }])
  expect(await run('find h-7 --status draft --store print')).toMatchObject({ code: 0, note: `Nothing found\n${age}` })
  expect(await run('find gh')).toMatchObject({ code: 2, note: expect.stringContaining(catalogueMessages.searchTooShort) })
})

test('clashes between stores are listed by kind', async () => {
  const { deps, stores } = world
  const chair = (price: string) => copiedAs('5', { variants: [copiedVariant('6', { sku: 'CLASH-1', price })] })
  const only = copiedAs('7', { variants: [copiedVariant('8', { sku: 'ONLY-1' })] })
  await deps.catalogue.write(stores.north, [chair('9.50'), only], 0)
  await deps.catalogue.write(stores.print, [chair('8.00')], 0)
  await markFilled(deps, [stores.north, stores.print], checkedAt)
  while (await deps.catalogue.judge(new Map([stores.north, stores.print].map((id) => [id, 'USD']))));
  expect((await run('clashes --kind price')).out).toMatch(/sku\s+CLASH-1\s+price\s+North, Print\s+9\.50 USD, 8\.00 USD/)
  const note = `${ofHarbor}Nothing found\n${age}`
  expect(await run('clashes --kind title')).toMatchObject({ code: 0, note })
  expect((await run('clashes --kind missing')).out).toMatch(/NOT IN\n.*sku\s+ONLY-1\s+missing\s+North\s.*\sPrint\n/s)
  const mark = { by: 'sku', code: 'CLASH-1', kind: 'price', reason: 'A sale', storeIds: [stores.north, stores.print] }
  await (await world.signedIn('owner')).rest('PUT', '/catalogue/clashes/ignored', mark)
  expect((await run('clashes --ignored')).out).toMatch(/IGNORED\nsku\s+CLASH-1\s+price .* A sale \(.+\)\n/)
  expect(await run('clashes --kind colour')).toMatchObject({ code: 2 })
})

test('destinations are listed and tested', async () => {
  const person = await world.signedIn('owner')
  const { body } = await person.rest('POST', '/users/me/api-keys', { name: 'Destinations', permissions: ['settings:update'] })
  const environment = { BACKCOUNTER_URL: url, BACKCOUNTER_KEY: (body as { data: { token: string } }).data.token }
  const made = await person.rest('POST', '/destinations', { ...webhookDestination, name: 'Warehouse' })
  const { id } = (made.body as { data: { destination: { id: string } } }).data.destination
  expect(await run('destinations', { environment })).toMatchObject({ code: 0, out: expect.stringMatching(/Warehouse\s+webhook/) })
  expect(await run(`destinations test ${id}`, { environment })).toMatchObject({
    code: 1,
    out: expect.stringContaining('The destination refused the connection.'),
  })
})

test('schedules are listed, run, paused and resumed', async () => {
  const person = await world.signedIn('owner')
  const { body } = await person.rest('POST', '/users/me/api-keys', { name: 'Schedules', permissions: ['orders:read', 'orders:export'] })
  const environment = { BACKCOUNTER_URL: url, BACKCOUNTER_KEY: (body as { data: { token: string } }).data.token }
  const request = { storeIds: [world.stores.north], columns: ['total'] }
  const daily = { name: 'Daily', type: 'order_export', request, calendar: { every: 'day', at: '06:00' }, timezone: 'UTC' }
  const made = await person.rest('POST', '/schedules', daily)
  const { id } = (made.body as { data: { schedule: { id: string } } }).data.schedule
  expect(await run('schedules', { environment })).toMatchObject({ code: 0, out: expect.stringMatching(/Daily\s+active/) })
  expect(await run(`schedules run ${id}`, { environment })).toMatchObject({ code: 0, out: expect.stringContaining('Daily: active, ') })
  expect(await run(`schedules run ${id}`, { environment })).toMatchObject({ code: 1, note: expect.stringContaining('has not ended') })
  expect(await run(`schedules pause ${id}`, { environment })).toMatchObject({ code: 0, out: expect.stringContaining('Paused by') })
  expect(JSON.parse((await run(`schedules resume ${id} --json`, { environment })).out)).toMatchObject({ id, state: 'active' })
})

test('an account is saved for its owner alone, used, and forgotten', async () => {
  // An empty variable counts as none, and names no folder of the place where the command runs.
  const environment = { XDG_CONFIG_HOME: '', APPDATA: folder }
  expect(await run('stores', { environment })).toMatchObject({ code: 3, note: expect.stringContaining('backcounter login') })
  expect(await run(`login --url ${url}`, { environment, typed: 'key_wrong' })).toMatchObject({ code: 3 })
  expect(await run('stores', { environment })).toMatchObject({ code: 3 })
  expect(await run(`login --url ${url}`, { environment, typed: `${key}\n` })).toMatchObject({
    code: 0,
    note: expect.stringContaining('Signed in as'),
  })
  const file = join(folder, 'backcounter', 'account.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await run('stores', { environment })).toMatchObject({ code: 0, out: expect.stringContaining('North') })
  // A half account is not completed by the saved one: the command would go to another server than it was told.
  for (const half of [
    { BACKCOUNTER_URL: 'http://127.0.0.1:9' },
    { BACKCOUNTER_KEY: 'key_wrong' },
    { BACKCOUNTER_URL: 'x', BACKCOUNTER_KEY: key },
  ])
    expect(await run('stores', { environment: { ...environment, ...half } })).toMatchObject({
      code: 2,
      out: '',
      note: expect.stringContaining('BACKCOUNTER_'),
    })
  expect(await run('stores', { environment: { ...environment, BACKCOUNTER_URL: '', BACKCOUNTER_KEY: '' } })).toMatchObject({ code: 0 })
  expect(await run('logout', { environment })).toMatchObject({ code: 0 })
  expect(await run('stores', { environment })).toMatchObject({ code: 3 })
})

test('lists are tables for people, and whole arrays for scripts', async () => {
  const { out } = await run('stores')
  expect(out.split('\n').map((line) => line.split(/\s{2,}/).slice(0, 2))).toEqual([
    ['NAME', 'PLATFORM'],
    ['Harbor', 'shopify'],
    ['North', 'shopify'],
    ['Print', 'shopbase'],
    [''],
  ])
  const table = await run('products --store print --limit 7')
  expect(table.out.trim().split('\n')).toHaveLength(8)
  expect(table.note).toContain('The first 7.')
  for (const store of ['North', world.stores.print]) {
    const { out: json, note } = await run(`products --store ${store} --json --variants`)
    const found: { id: string; variants: { sku: string }[] }[] = JSON.parse(json)
    expect([new Set(found.map(({ id }) => id)).size, note]).toEqual([60, ''])
    expect(found.every(({ variants }) => variants.length > 0)).toBe(true)
  }
  const orders: { storeName: string }[] = JSON.parse((await run('orders --store North --store Print --json --limit 40')).out)
  expect(new Set(orders.map(({ storeName }) => storeName))).toEqual(new Set(['North', 'Print']))
  expect(JSON.parse((await run('products --store North --search nothing-like-this --json')).out)).toEqual([])
  expect(await run('products --store North --search nothing-like-this')).toMatchObject({ code: 0, out: '', note: 'Nothing found\n' })
})

test('exports are saved, at once and by a job that is watched', async () => {
  const path = join(folder, 'products.csv')
  expect(await run(`export products -s North -o ${path} --columns Title,handle,metafield:custom.care,market:japan.price`)).toMatchObject({
    code: 0,
    out: '',
  })
  expect(parse<object>(await readFile(path), { columns: true, bom: true })[0]).toEqual({
    Title: expect.any(String),
    Handle: expect.any(String),
    'Care "instructions" (product.metafields.custom.care)': expect.any(String),
    'Price / Japan': expect.any(String),
  })
  const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), onEnd: async () => {} })
  worker.start()
  const orders = join(folder, 'orders.csv')
  const made = await run(`export orders -s North -s Print -o ${orders} --background`)
  await worker.stop()
  expect(made).toMatchObject({ code: 0, progress: expect.stringContaining('completed 100 %') })
  expect(Object.keys(parse<object>(await readFile(orders), { columns: true, bom: true })[0] ?? {})).toHaveLength(54)
  const jobs: { id: string; type: string }[] = JSON.parse((await run('jobs --json')).out)
  const job = jobs.find(({ type }) => type === 'order_export')
  expect(await run(`jobs get ${job?.id}`)).toMatchObject({ code: 0, out: expect.stringContaining('completed') })
  const again = join(folder, 'again.csv')
  expect(await run(`jobs download ${job?.id} --out ${again}`)).toMatchObject({ code: 0 })
  expect((await readFile(again)).equals(await readFile(orders))).toBe(true)
})

test('a wrong call says what is wrong, without asking the server', async () => {
  for (const [line, sentence] of [
    ['fly', 'There is no command “fly”'],
    ['products', 'Please give --store'],
    ['jobs download 5 --out -', '--out takes the name of a file'],
    ['products --store North --limit 0', '--limit takes a whole number'],
    ['products --store North --status sold', '--status takes active, draft, archived'],
    ['products --stor North', "Unknown option '--stor'"],
    ['products --store North --store Print', 'Products are read from one store at a time'],
    ['products --store Nort', 'There is no store “Nort”. There are: Harbor, North, Print'],
    ['export products --store North', 'Please give --out'],
    ['export products --store North --out x --columns Titel', 'There is no column “Titel”'],
    ['jobs get', 'Please give the id of a job'],
    ['stores now', 'Nothing takes “now”'],
    ['login --url shops.example.com', '--url takes an address'],
    ['completion tcsh', 'completion takes bash, zsh or fish'],
  ] as const)
    expect([line, await run(line)]).toEqual([line, { code: 2, out: '', progress: '', note: expect.stringContaining(sentence) }])
  expect((await run('')).code).toBe(2)
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('export products --store <store> --out <file>') })
  const own = await run('export orders --help', { environment: {} })
  expect(own).toMatchObject({ code: 0, note: '', out: expect.stringMatching(/^backcounter export orders --store.*--columns <value>\n/s) })
  expect(await run('--version')).toMatchObject({ code: 0, out: `${productVersion}\n` })
})

test.each(['--from 2026-13-01', '--until yesterday', '--updated-after 1'])(
  'a value that the server refuses is a wrong call: %s',
  async (flag) => {
    expect(await run(`orders --store North ${flag}`)).toMatchObject({ code: 2, out: '', note: expect.stringContaining('(request ') })
  },
)

test('the README names stores of the demo', async () => {
  const readme = await readFile(new URL('../../sdk/README.md', import.meta.url), 'utf8')
  const named = Array.from(readme.matchAll(/--store (?:'([^']+)'|(\S+))/g), ([, quoted, bare]) => quoted ?? bare)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => demoShops.every((shop) => shop.name !== name))).toEqual([])
})

test('failures have their own exit codes', async () => {
  expect(await run('jobs get 00000000-0000-4000-8000-000000000000')).toMatchObject({
    code: 1,
    note: expect.stringMatching(/not found \(request [\w-]+\)/i),
  })
  const nowhere = { BACKCOUNTER_URL: 'http://127.0.0.1:9', BACKCOUNTER_KEY: key }
  const aborted = AbortSignal.abort(new Error('Interrupted'))
  expect(await run('stores', { signal: aborted })).toMatchObject({ code: 130 })
  expect(await run('doctor', { environment: nowhere, signal: AbortSignal.timeout(1_500) })).toMatchObject({ code: expect.any(Number) })
  const owner = await world.signedIn('owner')
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Narrow', permissions: ['products:read'] })
  const narrow = { BACKCOUNTER_URL: url, BACKCOUNTER_KEY: (made.body as { data: { token: string } }).data.token }
  expect(await run('jobs', { environment: narrow })).toMatchObject({ code: 4, note: expect.stringContaining('products:export') })
})

test('doctor tells what works and what does not', async () => {
  const well = await run('doctor')
  expect(well.code).toBe(0)
  expect(well.out).toContain(`ok    server: Backcounter ${productVersion}`)
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: 'print-test.onshopbase.com' })
  await run('products --store Print')
  const ill = await run('doctor --json')
  expect(ill.code).toBe(1)
  const findings: { check: string; ok: boolean }[] = JSON.parse(ill.out)
  expect(findings.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['store Print'])
})

test.each(['bash', 'zsh', 'fish'])('%s can complete commands and their flags', async (shell) => {
  const { out } = await run(`completion ${shell}`)
  for (const word of ['login', 'export', 'orders', 'doctor', '--columns', '--background', 'download']) expect(out).toContain(word)
})
