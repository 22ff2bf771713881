// Insecure code that must not occur, and the origin of all packages.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const sources = ['server', 'shared', 'client', 'drizzle']
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)))
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

const withPattern = (pattern: RegExp) => sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file)
const namesIn = (pattern: RegExp) => new Set(sources.flatMap(({ source }) => [...source.matchAll(pattern)].map(([, name]) => name)))

test('no call runs a shell, and no text runs as code', () => {
  expect(
    withPattern(/\bexec(?:File|Sync)?\((?!\s*text)[^)]*\bshell\b|\bshell: true|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/),
  ).toEqual([])
  expect(withPattern(/\beval\(|new Function\(|node:vm/)).toEqual([])
})

test('no page writes HTML of its own', () => {
  expect(withPattern(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|document\.write\(|insertAdjacentHTML/)).toEqual([])
})

test('hashes, ciphers and signatures are of the approved kinds', () => {
  expect([...namesIn(/createHash\('([^']+)'/g)].toSorted()).toEqual(['sha1', 'sha256'])
  // SHA-1 protects nothing here: the service of breached passwords indexes them by it.
  expect(withPattern(/createHash\('sha1'/)).toEqual(['server/auth/breached-passwords.ts'])
  expect([...namesIn(/createHmac\('([^']+)'/g)].filter((name) => name !== 'sha256')).toEqual([])
  expect([...namesIn(/createCipheriv\('([^']+)'/g)]).toEqual(['aes-256-gcm'])
  expect([...namesIn(/alg(?:orithms)?: \[?'([^']+)'/g)].filter((name) => name !== 'HS256')).toEqual([])
})

test('no secret is drawn from Math.random', () => {
  // The random wait before a retry is no secret.
  expect(withPattern(/Math\.random/)).toEqual(['server/jobs/tries.ts', 'server/platforms/clock.ts'])
})

const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ resolved: z.string().optional(), integrity: z.string().optional() })),
})

test('every package of the lockfile comes from the public registry, with its hash', () => {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  // A lockfile entry without `resolved` means npm's own registry.
  const registry = 'https://registry.npmjs.org/'
  const isPinned = ({ resolved = registry, integrity = '' }: (typeof packages)[string]) =>
    resolved.startsWith(registry) && integrity.startsWith('sha512-')
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, one]) => !isPinned(one)).map(([path]) => path)).toEqual([])
})

test('passwords are typed unseen, and nothing hinders pasting', () => {
  expect(withPattern(/\bon(?:Paste|Copy)\b/)).toEqual([])
  const plain = sources.filter(({ source }) =>
    /<TextInput(?:(?!\/>)[\s\S])*getInputProps\('(?:\w*[pP]assword|token|apiKey|clientSecret)'\)/.test(source),
  )
  expect(plain.map(({ file }) => file)).toEqual([])
})
