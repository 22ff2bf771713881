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
    name: z.string().optional(),
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
/** A file of several parts, by its name in vite.config.ts. */
const group = (name: string) => Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? name
/** The program, styles and the preloaded font. */
const files = (...keys: string[]) =>
  new Set(
    keys
      .flatMap((key) => [...withImports(key)])
      .flatMap((key) => {
        const part = manifest[key]
        if (!part) throw new Error(`the build has no ${key}`)
        return [part.file, ...part.css, ...part.assets.filter((name) => name.includes('/inter-basic-'))]
      }),
  )
function sentBytes(name: string): number {
  const path = join(folder, name)
  const compressed = `${path}.br`
  return statSync(existsSync(compressed) ? compressed : path).size
}
const kilobytes = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sentBytes(name), 0) / 1_024

/** What the page itself loads. */
const page = ['index.html', 'theme.js', 'favicon.svg']
const login = new Set([...page, ...files('index.html', group('sign-in'))])
/** With the frame around every screen behind the sign-in. */
const dashboard = new Set([...page, ...files('index.html', group('app'), group('frame'))])

test('the login screen takes at most 120 KB from an empty cache', () => {
  expect([...login].filter((name) => name.endsWith('.woff2'))).toHaveLength(1)
  expect([...login].filter((name) => name.includes('/zod-') || name.includes('/app-'))).toEqual([])
  expect(kilobytes(login)).toBeLessThanOrEqual(120)
})

test('the dashboard takes at most 220 KB from an empty cache', () => {
  expect([...dashboard].filter((name) => name.endsWith('.woff2'))).toHaveLength(1)
  expect(kilobytes(dashboard)).toBeLessThanOrEqual(220)
})

test('the products screen takes at most 60 KB more than the dashboard', () => {
  const more = [...files(screen('screens/products/screen.tsx'))].filter((name) => !dashboard.has(name))
  expect(more.length).toBeGreaterThan(0)
  expect(kilobytes(more)).toBeLessThanOrEqual(60)
})

test('the page names every file that the screens need first, which would otherwise be asked for a round trip later', () => {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = (name: string) =>
    new RegExp(`data-${name}="([^"]*)"`)
      .exec(html)?.[1]
      ?.split(' ')
      .map((path) => path.slice(1))
  const isNamed = (name: string) => !html.includes(`="/${name}"`) && /\.(js|css)$/.test(name) && !page.includes(name)
  expect(named('login')?.toSorted()).toEqual([...login].filter(isNamed).toSorted())
  expect(named('others')?.toSorted()).toEqual([...files('index.html', group('app'))].filter(isNamed).toSorted())
})

test('no parts import each other in a circle, because one of them would run before what it needs', () => {
  const isCircular = (key: string) => (manifest[key]?.imports ?? []).some((imported) => withImports(imported).has(key))
  expect(Object.keys(manifest).length).toBeGreaterThan(50)
  expect(Object.keys(manifest).filter(isCircular)).toEqual([])
})
