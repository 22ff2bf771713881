// The packed client in every runtime that its README names.
import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { install } from './generated-clients.ts'

const run = promisify(execFile)
const oldNode = `node-${process.platform}-${process.arch}`

/** The runtimes, what npm installs for each, and how each runs a program. */
export const runtimes = [
  { name: 'Node 20', package: `${oldNode}@20.20.2`, command: [join('node_modules', oldNode, 'bin', 'node')] },
  { name: 'Deno', package: 'deno@2.9.6', command: ['npx', 'deno', 'run', '--allow-net', '--allow-read=.', '--allow-write=.'] },
  { name: 'Bun', package: 'bun@1.4.5', command: ['npx', 'bun', 'run'] },
] as const
type Runtime = (typeof runtimes)[number]

/** Reads a list, and saves a file: the part of the client that differs between runtimes. */
const program = `import { createClient } from '@backcounter/client'
const [url, token, storeId] = process.argv.slice(2)
const client = createClient({ url, token })
const ids = []
for await (const { id } of client.products.each({ storeId })) ids.push(id)
await client.exports.products({ storeId, config: { fields: ['Handle'] } }).toFile('handles.csv')
console.log(JSON.stringify(ids))
`

/** A folder of its own, because the commands of npm run in the Node that is installed beside them. */
export async function installRuntimes(folder: string) {
  await mkdir(folder)
  await run(process.execPath, [join('scripts', 'pack-sdk.ts'), folder])
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await install(folder, [...runtimes.map((one) => one.package), `./${tarball}`])
  // Bun's command is made by its install script. Our .npmrc, which npm passes on, forbids all.
  await run('npm', ['rebuild', 'bun', '--ignore-scripts=false', '--loglevel=error'], { cwd: folder })
}

/** The ids of the products that the client reads, and the handles that it saves. */
export async function readIn(
  { command: [file, ...args] }: Runtime,
  folder: string,
  target: readonly [url: string, token: string, store: string],
) {
  await writeFile(join(folder, 'read.js'), program)
  const { stdout } = await run(file, [...args, 'read.js', ...target], { cwd: folder })
  const rows: { Handle: string }[] = parse(await readFile(join(folder, 'handles.csv')), { bom: true, columns: true })
  return { ids: z.array(z.string()).parse(JSON.parse(stdout)), handles: [...new Set(rows.map(({ Handle }) => Handle))] }
}
