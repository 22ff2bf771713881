import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Build = {
  what: string
  /** The files and folders that it is made of. */
  sources: readonly string[]
  /** Holds the hash of the sources of the last build. */
  stamp: string
  /** The program that makes it, with its arguments. */
  program: readonly string[]
}

const builds: readonly Build[] = [
  {
    what: 'The web app',
    sources: ['client', 'shared', 'vite.config.ts', 'scripts/early-parts.ts', 'package-lock.json'],
    stamp: 'dist/client/.sources-sha256',
    program: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  {
    what: 'The guides',
    sources: [
      'docs',
      'scripts/guides',
      'client/theme.ts',
      'client/fonts',
      'shared',
      'deploy',
      'Dockerfile',
      '.env.example',
      'package-lock.json',
    ],
    stamp: 'dist/docs/.sources-sha256',
    program: ['scripts/build-guides.ts'],
  },
]

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function hashOf(sources: readonly string[]): string {
  const files = sources.flatMap(filesIn).toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function build({ what, sources, stamp, program }: Build) {
  const wanted = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // In a separate process and always for production: otherwise React is three times as large.
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
  if (status !== 0) throw new Error(`${what} could not be built`)
  writeFileSync(stamp, wanted)
}

/** Builds the web app into dist/client and the guides into dist/docs, unless their sources are unchanged since the last build. */
export function buildClient() {
  for (const one of builds) build(one)
}
