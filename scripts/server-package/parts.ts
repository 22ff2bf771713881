// What others made of the packed server: npm packages on the server and in the web app, Node, and the typeface, with their licences.
import { existsSync, globSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import licenseList from 'spdx-license-list/full.js'
import { z } from 'zod'
import { commandsOfScripts } from './command.ts'
import { packagesNeededBy, type PackageFolders } from './packages.ts'

export type Part = {
  name: string
  version: string
  /** An SPDX expression. */
  license: string
  /** The licence as the author published it, or else the standard text. */
  text: string
  /** Its address in npm's registry as a package URL; null: it is not from there. */
  purl: string | null
  /** The SHA-512 of its archive, as hex; null if it is not known. */
  sha512: string | null
  /** The names with versions (`pino@10.4.0`) of the parts that it needs. */
  needs: string[]
}

export const idOf = ({ name, version }: Pick<Part, 'name' | 'version'>): string => `${name}@${version}`

/** The files that are started: the server, and the commands on its data. */
export const programs: readonly string[] = ['server/main.ts', ...commandsOfScripts.map((name) => `scripts/${name}.ts`)]
const sources = ['server', 'shared', 'drizzle', ...programs.filter((file) => file.startsWith('scripts/'))]
/** The settings of drizzle-kit, which writes migrations and does not run them. */
const settings = 'drizzle/config.ts'

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesOf(`${path}/${name}`))
}

/** The TypeScript files of the packed server. */
export const serverFiles = (): string[] => sources.flatMap(filesOf).filter((file) => file.endsWith('.ts') && file !== settings)

const textsOf = (files: readonly string[]) => files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(file, 'utf8'))

/** The packages that the server loads. */
const serverPackages = (root: string): PackageFolders => packagesNeededBy(textsOf(serverFiles()), root)

/** Packages whose manifest names no SPDX licence, with the licence of their file. */
const otherwiseNamed: Record<string, string> = { 'url-template': 'BSD-3-Clause' }

/** In the form of before 2014, a manifest has a list of licences. */
const LicenceList = z.tuple([z.object({ type: z.string() })]).transform(([{ type }]) => type)

const Manifest = z
  .object({
    name: z.string(),
    version: z.string(),
    license: z.string().optional(),
    licenses: LicenceList.optional(),
    author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
  })
  .transform(({ licenses, license = licenses, ...rest }) => ({ ...rest, license: z.string().parse(license) }))
const Lockfile = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) })

const licenceFile = /^(licen[cs]e|copying|unlicense|notice)/i

/** The texts of the licence in a folder, or the standard text with the author's name if the author published none. */
function licenceText(folder: string, { name, author = `the authors of ${name}` }: z.infer<typeof Manifest>, license: string): string {
  const files = readdirSync(folder).filter((file) => licenceFile.test(file) && statSync(join(folder, file)).isFile())
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  const standard = licenseList[license]
  if (!standard) throw new Error(`${name}: no file and no standard text for its licence ${license}`)
  return `The package has no file with its licence. This is the standard text of ${license}, by ${author}.\n\n${standard.licenseText.trim()}`
}

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const hexOf = (integrity: string | undefined) =>
  integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') : null

function packageParts(folders: PackageFolders, root: string): Part[] {
  const { packages: locked } = Lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const manifestOf = (folder: string) => Manifest.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
  const parts = new Map<string, Part>()
  for (const [folder, needs] of folders) {
    const manifest = manifestOf(folder)
    const { name, version } = manifest
    const license = otherwiseNamed[name] ?? manifest.license
    const text = licenceText(join(root, folder), manifest, license)
    const sha512 = hexOf(locked[folder]?.integrity)
    const ids = [...new Set(needs.map((need) => idOf(manifestOf(need))))].toSorted()
    parts.set(idOf(manifest), { name, version, license, text, purl: purlOf(name, version), sha512, needs: ids })
  }
  return [...parts.values()]
}

/** Node. Its own packages have their licence beside the folder of programs, Debian's has not. */
function nodePart(): Part {
  const beside = join(dirname(process.execPath), '..', 'LICENSE')
  const text = existsSync(beside) ? readFileSync(beside, 'utf8').trim() : (licenseList['MIT']?.licenseText ?? '')
  return { name: 'node', version: process.versions.node, license: 'MIT', text, purl: null, sha512: null, needs: [] }
}

const Typeface = z.object({ version: z.string() })

/** The typeface of the web app, which is in its own files. */
function typefacePart(root: string): Part {
  const { version } = Typeface.parse(JSON.parse(readFileSync(join(root, 'node_modules/@fontsource-variable/inter/package.json'), 'utf8')))
  const text = readFileSync(join(root, 'client/fonts/LICENSE'), 'utf8').trim()
  return { name: 'inter', version, license: 'OFL-1.1', text, purl: null, sha512: null, needs: [] }
}

/** All parts of the packed server, by name. */
export function partsOfServer(root: string): Part[] {
  const inBrowser = packagesNeededBy(textsOf(globSync('client/**/*.{ts,tsx}')), root)
  const packages = new Map([...serverPackages(root), ...inBrowser])
  const parts = [...packageParts(packages, root), nodePart(), typefacePart(root)]
  return parts.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}
