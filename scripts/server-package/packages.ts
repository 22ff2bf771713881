// The npm packages that a running server needs: those that its files import, and what these need in turn by package-lock.json.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Names = z.record(z.string(), z.unknown()).default({})
const Locked = z.object({
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
})
const Lockfile = z.object({ packages: z.record(z.string(), Locked) })

/** A value import of a package, not of Node, and not of a file. Imports of types leave no trace in a running server. */
const imported = /(?:^(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?|\bimport\()'((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/gm

/** The names of the packages that the given text of a TypeScript file loads. */
export const packagesIn = (text: string): string[] => [...text.matchAll(imported)].flatMap(([, name]) => name ?? [])

/** A peer of tRPC, for its types. */
const compiler = 'typescript'

/** What a package does not work without. Optional packages are installed where the machine suits them, optional peers are not meant. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: z.infer<typeof Locked>): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers].filter((name) => name !== compiler)
}

/** Folders of packages, such as `node_modules/pino`, in the order of the alphabet, each with the folders that it needs in turn. */
export type PackageFolders = ReadonlyMap<string, readonly string[]>

/** The packages that files with these texts need. Throws if one of their own packages is not in the lockfile. */
export function packagesNeededBy(texts: readonly string[], root: string): PackageFolders {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  /** Where Node finds a package: in the nearest node_modules above the folder that asks for it. */
  function folderOf(name: string, asking: string): string | undefined {
    const beside = `${asking === '' ? '' : `${asking}/`}node_modules/${name}`
    if (beside in packages) return beside
    return asking === ''
      ? undefined
      : folderOf(name, asking.slice(0, Math.max(0, asking.lastIndexOf('/node_modules/'))).replace(/^node_modules$/, ''))
  }
  const found = new Map<string, string[]>()
  function take(name: string, asking: string) {
    const folder = folderOf(name, asking)
    if (folder === undefined && asking === '') throw new Error(`${name} is not in package-lock.json`)
    if (folder === undefined || !existsSync(join(root, folder))) return
    found.get(asking)?.push(folder)
    if (found.has(folder)) return
    found.set(folder, [])
    const locked = packages[folder]
    for (const need of locked ? needsOf(locked) : []) take(need, folder)
  }
  for (const name of new Set(texts.flatMap(packagesIn).filter((one) => !one.startsWith('node:')))) take(name, '')
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
