// Every link, anchor and path in the documentation exists. The README stays short.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf } from '../../scripts/guides/render.ts'

const pages = globSync(['*.md', 'docs/**/*.md', 'sandbox/**/*.md'])

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  return existsSync(file) && (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor))
}

test.each(pages)('%s leads nowhere in vain', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !/^https?:/.test(link) && !leadsSomewhere(page, link))).toEqual([])
})

/** Repository paths between backticks. A path with a placeholder does not match. */
const namedPath = /`((?:shared|server|client|drizzle|sandbox|sdk|tests|proofs|bench|scripts|deploy|docs)\/[\w./-]*)`/g

test.each(pages)('%s names files and folders that are there', (page) => {
  const paths = [...readFileSync(page, 'utf8').matchAll(namedPath)].map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

const maxLines = 150

test('the README is short', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(maxLines)
})
