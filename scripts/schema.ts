import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

// Without an account, Shopify publishes its Admin schemas only inside this package. It is downloaded, read and deleted: as a dependency it
// would add hundreds of packages for two files.
const PACKAGE = '@shopify/dev-mcp@1.16.0'
const VERSIONS = ['2026-10', '2026-07']
const TARGET = join(import.meta.dirname, '../sandbox/shopify/schema')

/**
 * Fields that parsing, validation and execution do not read. `deprecationReason` is only shortened, so that tests can find deprecated
 * fields.
 */
const UNREAD = new Set(['description', 'specifiedByURL'])

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (UNREAD.has(key) || inner === null) return key === 'defaultValue' || key === 'ofType' ? [[key, inner]] : []
      if (key === 'deprecationReason') return [[key, 'deprecated']]
      if (key === 'isDeprecated' && inner === false) return []
      return [[key, strip(inner)]]
    }),
  )
}

function introspectionOf(file: string): unknown {
  const read: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
  return typeof read === 'object' && read !== null && 'data' in read ? read.data : read
}

const folder = mkdtempSync(join(tmpdir(), 'admin-schema-'))
try {
  execFileSync('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], { cwd: folder })
  execFileSync('sh', ['-c', 'tar -xzf ./*.tgz'], { cwd: folder })
  for (const version of VERSIONS) {
    const source = join(folder, 'package/dist/data', `admin_${version}.json.gz`)
    const packed = gzipSync(JSON.stringify(strip(introspectionOf(source))), { level: 9 })
    writeFileSync(join(TARGET, `admin-${version}.json.gz`), packed)
    process.stdout.write(`admin-${version}.json.gz ${Math.round(packed.length / 1024)} KB\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
