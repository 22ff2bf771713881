// Clients that foreign generators make of the OpenAPI document, as their users would: each program pages through the orders of a store.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

const run = promisify(execFile)

/** What npm installs for the generators. openapi-typescript needs an older TypeScript than ours. */
export const generatorPackages = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'typescript@5.9.3',
  'vite@8.3.8',
  '@types/node@24.19.2',
]

const loop = (fetchPage: string) => `const [base = '', token = '', store = ''] = process.argv.slice(2)
${fetchPage}
const ids: string[] = []
let cursor: string | undefined
do {
  const { data, error } = await page({ storeIds: [store], limit: 40, ...(cursor ? { cursor } : {}) })
  if (!data) throw new Error(JSON.stringify(error))
  ids.push(...data.orders.map(({ platformOrderId }) => platformOrderId))
  cursor = data.nextCursor ?? undefined
} while (cursor)
console.log(JSON.stringify(ids))
`

/** The generators, and a program with the client of each. */
export const generators = [
  {
    name: 'openapi-typescript',
    generate: ['openapi-typescript', 'openapi.json', '-o', 'fetch/api.ts', '--default-non-nullable=false'],
    program: `import createClient from 'openapi-fetch'
import type { components, paths } from './api'
type Request = components['schemas']['OrderListRequest']
${loop(`const client = createClient<paths>({ baseUrl: \`\${base}/api/v1\`, headers: { authorization: \`Bearer \${token}\` } })
const page = (body: Request) => client.POST('/orders/fetch', { body })`)}`,
    folder: 'fetch',
  },
  {
    name: 'hey-api',
    generate: ['openapi-ts', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch'],
    program: `import { client } from './client.gen'
import { ordersList } from './sdk.gen'
import type { OrderListRequest } from './types.gen'
${loop(`client.setConfig({ baseUrl: \`\${base}/api/v1\`, headers: { authorization: \`Bearer \${token}\` } })
const page = (body: OrderListRequest) => ordersList({ body })`)}`,
    folder: 'hey',
  },
] as const
type Generator = (typeof generators)[number]

/** Makes a folder a project with these packages. */
export async function install(folder: string, packages: readonly string[]) {
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: folder })
}

/** Generates a client, compiles a program with it strictly, runs it, and gives the ids that it read. */
export async function readWith(
  { generate, program, folder: own }: Generator,
  folder: string,
  [url, token, store]: [url: string, token: string, store: string],
): Promise<string[]> {
  const source = join(folder, own)
  await mkdir(source, { recursive: true })
  await run('npx', [...generate], { cwd: folder })
  await writeFile(join(source, 'program.ts'), program)
  const strict = [
    '--strict',
    '--module',
    'preserve',
    '--moduleResolution',
    'bundler',
    '--target',
    'es2022',
    '--noEmit',
    '--skipLibCheck',
    '--types',
    'node',
  ]
  await run('npx', ['tsc', ...strict, join(own, 'program.ts')], { cwd: folder }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout)
  })
  await run('npx', ['vite', 'build', '--ssr', join(own, 'program.ts'), '--outDir', `${own}-built`, '--logLevel', 'error'], { cwd: folder })
  await cp(join(folder, 'package.json'), join(folder, `${own}-built`, 'package.json'))
  const { stdout } = await run(process.execPath, [join(`${own}-built`, 'program.js'), url, token, store], { cwd: folder })
  return z.array(z.string()).parse(JSON.parse(stdout))
}

/** The ids that the Python example of the docs writes. */
export async function readWithPython(folder: string, [url, token, name]: [url: string, token: string, name: string]): Promise<string[]> {
  const file = join(folder, 'products.csv')
  const env = { ...process.env, BACKCOUNTER_URL: url, BACKCOUNTER_KEY: token }
  await run('python3', ['docs/examples/products.py', name, file], { env })
  return parse<{ id: string }>(await readFile(file), { columns: true }).map(({ id }) => id)
}
