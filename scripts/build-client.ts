import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const sources = ['client', 'shared', 'vite.config.ts', 'package-lock.json']
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

/** Builds the web app into dist/client, unless what lies there was built from the very same sources. */
export async function buildClient() {
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await build({ logLevel: 'warn' })
  writeFileSync(stamp, wanted)
}
