// The client package as its users have it: packed, installed into an empty folder, typed strictly there, and run against a server.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sdkSources } from '../../scripts/sdk-sources.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const tsc = join(root, 'node_modules', '.bin', 'tsc')

let world: World
let owner: Caller
let folder: string
let url: string
let token: string
beforeAll(async () => {
  world = await createWorld()
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  owner = await world.signedIn('owner')
  const rights = ['products:read', 'products:export', 'orders:read']
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Client', permissions: rights })
  token = (made.body as { data: { token: string } }).data.token
  folder = await mkdtemp(join(tmpdir(), 'client-'))
  await run(process.execPath, [join(root, 'scripts', 'pack-sdk.ts'), folder], { cwd: root })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  // As `npm init -y` writes it.
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder })
  const [, setting = ''] = /^npm (pkg set \S+)/m.exec(await readFile(join(root, 'sdk', 'README.md'), 'utf8')) ?? []
  await run('npm', setting.split(' '), { cwd: folder })
}, 120_000)
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** The examples of the README, in their order, with the address and the key of this server. */
async function examples(): Promise<string[]> {
  const readme = await readFile(join(root, 'sdk', 'README.md'), 'utf8')
  const found = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, code = '']) => code)
  return found.map((code) => code.replaceAll('http://localhost:3000', url).replaceAll('key_…', token))
}

/** Compiles a file as strictly as its users do, and runs it. */
async function compileAndRun(name: string, code: string, ...libraries: string[]): Promise<string[]> {
  await writeFile(join(folder, `${name}.ts`), code)
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2023']
  await run(tsc, [...strict, '--types', '', ...libraries, `${name}.ts`], { cwd: folder }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout)
  })
  const { stdout } = await run(process.execPath, [`${name}.js`], { cwd: folder })
  return stdout.trim().split('\n')
}

test('what is generated belongs to the definitions of today (npm run sdk:generate)', async () => {
  for (const [name, text] of Object.entries(await sdkSources()))
    expect([name, (await readFile(join(root, 'sdk', 'src', 'generated', name), 'utf8')) === text]).toEqual([name, true])
})

test('it is installed alone, and small', async () => {
  const modules = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
  const packages = modules.filter(({ name, parentPath }) => name === 'package.json' && !parentPath.endsWith('node_modules'))
  expect(packages.map(({ parentPath }) => parentPath)).toEqual([join(folder, 'node_modules', '@backcounter', 'client')])
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  expect((await readFile(join(folder, tarball))).length).toBeLessThan(100_000)
  const texts = modules.filter(({ name }) => name.endsWith('.js')).map(({ name, parentPath }) => readFile(join(parentPath, name), 'utf8'))
  const imports = (await Promise.all(texts)).flatMap((text) =>
    [...text.matchAll(/(?:from |import\()'([^'.][^']*)'/g)].map(([, from]) => from),
  )
  expect(imports.every((from) => from?.startsWith('node:'))).toBe(true)
})

test('the first example reads every product of every store, on both platforms', { timeout: 60_000 }, async () => {
  const [first = ''] = await examples()
  const active = async (storeId: string) => {
    const answer = await owner.rest('POST', '/products/count', { storeId, filters: { status: 'active' } })
    return (answer.body as { data: { count: number } }).data.count
  }
  expect(await compileAndRun('first', first)).toEqual([
    `Harbor (shopify): ${await active(world.stores.harbor)} active products`,
    `North (shopify): ${await active(world.stores.north)} active products`,
    `Print (shopbase): ${await active(world.stores.print)} active products`,
  ])
})

test('the second example exports every product twice, at once and by a job, with the same bytes', { timeout: 90_000 }, async () => {
  const [, second = ''] = await examples()
  const { deps } = world
  const worker = createWorker(deps, { handlers: createJobHandlers(deps), onEnd: async () => {} })
  worker.start()
  const said = await compileAndRun('second', second)
  await worker.stop()
  expect(said.filter((line) => line.endsWith(' products'))).toEqual(['60 products', '60 products', '60 products'])
  for (const name of ['Harbor', 'North', 'Print']) {
    const file = await readFile(join(folder, `${name}.csv`))
    expect(said).toContain(`${name}.csv ${file.length} complete`)
    expect(file.equals(await readFile(join(folder, `${name} (job).csv`)))).toBe(true)
  }
  expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
})

test('the third example hears of the end of a job', { timeout: 60_000 }, async () => {
  const [, , third = ''] = await examples()
  const over = new AbortController()
  const said = compileAndRun('third', third).finally(() => over.abort())
  const ids: string[] = []
  // It hears of the first job that ends after it has begun to listen.
  while (!over.signal.aborted) {
    const request = { storeId: world.stores.north, config: { fields: ['Title'], maxItemsPerFile: 1 } }
    const { body } = await owner.rest('POST', '/products/export', request)
    ids.push((body as { data: { job: { id: string } } }).data.job.id)
    await world.work()
  }
  const [, id = '', ...rest] = (await said).join().split(' ')
  expect(ids).toContain(id)
  expect(rest.join(' ')).toBe('1 rows')
})

test('tRPC’s own client has the types of the router', { timeout: 60_000 }, async () => {
  const [, , , fourth = ''] = await examples()
  await mkdir(join(folder, 'node_modules', '@trpc'), { recursive: true })
  for (const name of ['client', 'server'])
    await symlink(join(root, 'node_modules', '@trpc', name), join(folder, 'node_modules', '@trpc', name), 'dir')
  const wrong = 'export const wrong: number = (await client.products.list.query({ storeId: "x" })).nextCursor'
  await expect(compileAndRun('wrong', `${fourth}\n${wrong}`, '--skipLibCheck')).rejects.toThrow(/'string \| null' is not assignable/)
  expect(await compileAndRun('fourth', fourth, '--skipLibCheck')).toEqual(["[ 'Harbor', 'North', 'Print' ]"])
})
