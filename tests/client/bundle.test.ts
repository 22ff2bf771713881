// The size of what a browser loads before a screen appears, as the server sends it to a browser that takes Brotli. Measured on the build of
// `npm run build`. `npm test` runs it first.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const folder = 'dist/client'
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    src: z.string().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
)
const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')))

function withImports(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) withImports(imported, seen)
  return seen
}
const screen = (path: string) => Object.keys(manifest).find((key) => key.endsWith(path)) ?? path
/** The program, styles and the preloaded font. */
const files = (...keys: string[]) =>
  new Set(
    keys
      .flatMap((key) => [...withImports(key)])
      .flatMap((key) => manifest[key] ?? [])
      .flatMap(({ file, css, assets }) => [
        file,
        ...css,
        ...assets.filter((name) => name.includes('/inter-latin-') && !name.includes('-ext-')),
      ]),
  )
function sentBytes(name: string): number {
  const path = join(folder, name)
  const compressed = `${path}.br`
  return statSync(existsSync(compressed) ? compressed : path).size
}
const kilobytes = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sentBytes(name), 0) / 1_024

const first = files('index.html', screen('screens/auth/login.tsx'))

test('the first screen takes at most 220 KB', () => {
  expect(first.size).toBeGreaterThan(1)
  expect(kilobytes(first)).toBeLessThanOrEqual(220)
})

test('the products screen takes at most 60 KB more', () => {
  const frame = files(screen('shell/frame.tsx'), screen('screens/products/screen.tsx'))
  const more = [...frame].filter((name) => !first.has(name))
  expect(more.length).toBeGreaterThan(0)
  expect(kilobytes(more)).toBeLessThanOrEqual(60)
})

test('no parts import each other in a circle, because one of them would run before what it needs', () => {
  const isCircular = (key: string) => (manifest[key]?.imports ?? []).some((imported) => withImports(imported).has(key))
  expect(Object.keys(manifest).length).toBeGreaterThan(50)
  expect(Object.keys(manifest).filter(isCircular)).toEqual([])
})
