import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['client', 'shared', 'vite.config.ts', 'scripts/early-parts.ts', 'package-lock.json']
const stamp = 'dist/client/.sources-sha256'

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function hashOfSources(): string {
  const files = sources.flatMap((source) => (/\.\w+$/.test(source) ? [source] : filesIn(source))).toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the web app into dist/client, unless its sources are unchanged since the last build. */
export function buildClient() {
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // In a separate process and always for production: otherwise React is three times as large.
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The web app could not be built')
  writeFileSync(stamp, wanted)
}
