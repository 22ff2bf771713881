// npm run server:pack -- <folder>: all that a server needs on a machine without npm: Node, the built web app and guides, the server and the
// commands on its data as bundled files, the packages that stay outside of them, a list of all parts of others (sbom.cdx.json), and their
// licences. `bin/backcounter start` runs it, in the image and under systemd.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { buildClient } from './build-client.ts'
import { bundle, keptPackages } from './server-package/bundle.ts'
import { commandFile } from './server-package/command.ts'
import { goesAlong } from './server-package/left-out.ts'
import { packagesNeededBy } from './server-package/packages.ts'
import { programs, serverFiles } from './server-package/parts.ts'
import { resolvedBy } from './server-package/resolved.ts'
import { writeParts } from './server-package/write-parts.ts'

const root = process.cwd()
const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('npm run server:pack -- <folder>: a new folder for the server')
const folder = resolve(given)
if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)

function bytesIn(path: string): number {
  const inside = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return inside.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

buildClient()
const opened = resolvedBy(serverFiles().map((file) => readFileSync(file, 'utf8')))
await bundle([...programs, ...opened.programs], folder)
for (const path of [...opened.files, 'LICENSE']) cpSync(path, join(folder, path), { recursive: true })

const imported = keptPackages.map((name) => `import '${name}'`)
const needed = [...packagesNeededBy(imported, root).keys()]
for (const name of needed)
  cpSync(name, join(folder, name), {
    recursive: true,
    // Nested packages are named by themselves where they are needed.
    filter: (path) => {
      const inside = relative(root, resolve(path)).split(sep).join('/')
      return goesAlong(inside) && !inside.startsWith(`${name}/node_modules`)
    },
  })

const Kept = z.object({ name: z.string(), version: z.string(), license: z.string(), type: z.string() })
/** The programs find files and each other by the same names as in the sources. */
const imports = Object.fromEntries(
  ['server', 'drizzle', 'dist'].flatMap((name) => [
    [`#${name}/*.ts`, `./${name}/*.js`],
    [`#${name}/*`, `./${name}/*`],
  ]),
)
writeParts(root, folder)
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ ...Kept.parse(JSON.parse(readFileSync('package.json', 'utf8'))), imports }, null, 2),
)
mkdirSync(join(folder, 'bin'))
copyFileSync(process.execPath, join(folder, 'bin', 'node'))
writeFileSync(join(folder, 'bin', 'backcounter'), commandFile(), { mode: 0o755 })

const megabytes = (path: string) => `${(bytesIn(join(folder, path)) / 1e6).toFixed(1)} MB`
console.log(`${folder}: ${needed.length} packages of ${megabytes('node_modules')}, ${megabytes('.')} with Node and the web app`)
