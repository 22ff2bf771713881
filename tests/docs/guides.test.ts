// The guides name only what exists: commands, variables, scopes, links, both in the repository and on a server.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectCallback } from '#shared/store-connect.ts'
import { traits } from '#shared/platforms.ts'
import { scopeList, shopScopes } from '#shared/shop-scopes.ts'
import { guidePages, pages, startPage } from '../../scripts/guides/pages.ts'
import { commands } from '#shared/commands.ts'
import { blocksOf } from '#tests/support/guide-blocks.ts'

const guides = [startPage, ...guidePages].map(({ file }) => file)
const textOf = (file: string) => readFileSync(file, 'utf8')
const unique = (found: Iterable<string | undefined>) => [...new Set(found)].filter((one) => one !== undefined)
const wordsOf = (text: string, pattern: RegExp) => unique([...text.matchAll(pattern)].map(([, word]) => word))

test('every guide of the folder is a page', () => {
  expect(globSync('docs/guides/*.md').toSorted()).toEqual(guides.toSorted())
})

test.each(guides)('%s names npm scripts and commands that there are', (file) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'))
  expect(wordsOf(textOf(file), /npm run (?:--silent )?([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([])
  const known = Object.keys(commands)
  // Of Compose, the first word is the service.
  const named = wordsOf(textOf(file), /(?:^|[ /`])backcounter (?!backcounter )([a-z][\w-]*)/gm)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test.each(guides)('%s names variables of .env.example', (file) => {
  const known = wordsOf(textOf('.env.example'), /^([A-Z_]+)=/gm)
  const inText = wordsOf(textOf(file), /`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)
  const inBlocks = blocksOf(textOf(file)).flatMap(({ text }) => wordsOf(text, /(?:^|[ =])([A-Z]+(?:_[A-Z]+)+)=/gm))
  expect([...inText, ...inBlocks].filter((name) => !known.includes(name))).toEqual([])
})

/** The hosts that guides may lead to: the platforms' own. */
const allowedHosts = ['console.cloud.google.com', 'dev.shopify.com', 'help.shopbase.com', 'shopify.dev']

test.each(guides)('%s leads outside only to hosts that it may name, over https', (file) => {
  const links = wordsOf(textOf(file), /\]\((\w+:[^)\s]+)\)/g).map((link) => new URL(link))
  expect(links.filter(({ protocol, host }) => protocol !== 'https:' || !allowedHosts.includes(host)).map(String)).toEqual([])
})

test('the guide to Shopify has the scopes, the redirect URL and the ways of the dialog', () => {
  const text = textOf('docs/guides/shopify.md')
  const [scopes] = blocksOf(text).filter(({ marks }) => marks.includes('scopes'))
  const [redirect] = blocksOf(text).filter(({ marks }) => marks.includes('redirect'))
  expect(scopes?.text).toBe(scopeList)
  expect(redirect?.text).toBe(connectCallback)
  const rows = [...text.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, scope, without]) => ({ scope, without }))
  expect(rows).toEqual(shopScopes.map(({ scope, without }) => ({ scope, without })))
  const ways = wordsOf(text, /^\| \*\*([^*]+)\*\*/gm)
  expect(ways.toSorted()).toEqual(traits.shopify.credentials.map(({ label }) => label).toSorted())
})

/** The files that a build of the image sees. */
function isSentToBuild(file: string): boolean {
  const allowed = wordsOf(textOf('.dockerignore'), /^!(\S+)$/gm)
  return allowed.some((name) => file === name || file.startsWith(`${name}/`))
}

test('the build of the image has the Markdown', () => {
  expect(pages.filter(({ file }) => !isSentToBuild(file))).toEqual([])
  const copied = globSync('dist/docs/files/**/*.txt').map((file) => file.replace('dist/docs/files/', '').replace(/\.txt$/, ''))
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((name) => !isSentToBuild(name) && !isSentToBuild(`.${name}`))).toEqual([])
})

test('pictures are small, and each is shown', () => {
  const pictures = globSync('docs/guides/pictures/*')
  const shown = guides.map(textOf).join('\n')
  expect(pictures.filter((file) => statSync(file).size > 100_000)).toEqual([])
  expect(pictures.filter((file) => !shown.includes(file.replace('docs/guides/', '')))).toEqual([])
})

/** The built file of an address on a server; null if it is one of the app or of the API. */
function builtFileOf(address: string): string | null {
  if (address === '/docs') return 'dist/docs/index.html'
  if (!address.startsWith('/docs/')) return null
  const file = join('dist', address)
  return existsSync(`${file}.html`) ? `${file}.html` : file
}

const elsewhere = ['/', '/favicon.svg', '/theme.js', '/api/v1/docs']

test('every link and picture of the built pages leads to a file, and to an anchor of it', () => {
  const built = globSync('dist/docs/**/*.html')
  // `npm test` and `npm run check` build them first.
  expect(built).toHaveLength(pages.length + 1)
  const broken = built.flatMap((page) =>
    wordsOf(textOf(page), /(?:href|src)="([^"]+)"/g)
      .filter((link) => !link.startsWith('https:'))
      .filter((link) => {
        const [path = '', anchor] = link.replace(/\?v=\w+/, '').split('#')
        const file = path === '' ? page : builtFileOf(path)
        if (file === null) return !elsewhere.includes(path)
        return !existsSync(file) || (anchor !== undefined && !textOf(file).includes(`id="${anchor}"`))
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test.each(globSync('dist/docs/**/*.html'))('%s has one title, and neither scripts nor styles of its own', (page) => {
  const html = textOf(page)
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).not.toMatch(/ style=|<style|<script>| on\w+=/)
})
