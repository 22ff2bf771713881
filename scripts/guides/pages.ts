import { dirname, join, normalize } from 'node:path'
import { guidesHome, type GuideName } from '#shared/guides.ts'

/** Every guide with its file in docs/guides, in the order in which a new installation needs them. */
const guideFiles: Record<GuideName, string> = {
  install: 'install.md',
  shopify: 'shopify.md',
  shopbase: 'shopbase.md',
  google: 'google.md',
  schedules: 'schedules.md',
  destinations: 'destinations.md',
  upgrade: 'upgrade.md',
  backup: 'backup.md',
  notifications: 'notifications.md',
  scaling: 'scaling.md',
  security: 'security.md',
}

/** What the guides refer to. Each is a file of docs. */
const references = [
  'deployment',
  'operations',
  'monitoring',
  'security/authentication',
  'security/authorization',
  'security/data',
  'security/cryptography',
  'security/operations',
] as const

export type Page = { /** The Markdown, from the repository's root. */ file: string; /** The address on a server. */ address: string }

export const guidePages: readonly Page[] = Object.entries(guideFiles).map(([name, file]) => ({
  file: `docs/guides/${file}`,
  address: `${guidesHome}/${name}`,
}))
export const referencePages: readonly Page[] = references.map((name) => ({
  file: `docs/${name}.md`,
  address: `${guidesHome}/reference/${name}`,
}))
export const startPage: Page = { file: 'docs/guides/README.md', address: guidesHome }

/** Every page, in the order of the navigation. */
export const pages: readonly Page[] = [startPage, ...guidePages, ...referencePages]

const pictures = 'docs/guides/pictures/'

/** A link that leaves the repository. */
export const isExternal = (link: string): boolean => /^[a-z]+:/i.test(link)

/**
 * Where a link of a page leads on a server. A file that is no page is served as text. `copied`: that file, from the repository's root.
 * @param link relative to the page's file, maybe with an anchor
 */
export function resolveLink(page: Page, link: string): { address: string; copied: string | null } {
  if (isExternal(link)) return { address: link, copied: null }
  const [path = '', anchor] = link.split('#')
  const end = anchor === undefined ? '' : `#${anchor}`
  if (path === '') return { address: end, copied: null }
  const file = normalize(join(dirname(page.file), path))
  const other = pages.find((one) => one.file === file)
  if (other) return { address: other.address + end, copied: null }
  if (file.startsWith(pictures)) return { address: `${guidesHome}/pictures/${file.slice(pictures.length)}`, copied: file }
  // Named as text: browsers would save a file of another kind. Names that begin with a dot are not served.
  return { address: `${guidesHome}/files/${file.replace(/^\./, '')}.txt`, copied: file }
}
