import GithubSlugger from 'github-slugger'
import { Marked, type Token, type Tokens } from 'marked'
import { isExternal, resolveLink, type Page } from './pages.ts'

export type Heading = { id: string; text: string }
export type Rendered = {
  title: string
  /** The title, as HTML. */
  heading: string
  /** The headings of the second level, for the table of contents. */
  headings: Heading[]
  /** The rest of the article, as HTML. */
  html: string
  /** The files of the repository that it links to or shows. */
  copied: string[]
}
export type PictureSize = { width: number; height: number }

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The text of a heading without its formatting. */
const plainText = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? String(token.text) : '')).join('')

/** The anchors of a page, as GitHub makes them. */
export function anchorsOf(markdown: string): string[] {
  const slugger = new GithubSlugger()
  return new Marked()
    .lexer(markdown)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ tokens }) => slugger.slug(plainText(tokens)))
}

/**
 * A page of Markdown as HTML, with the server's addresses for its links. HTML in the Markdown is refused, and so is a picture without a
 * description. `sizeOf`: the size of a picture in pixels, by its path from the repository's root.
 */
export function render(page: Page, markdown: string, sizeOf: (file: string) => PictureSize): Rendered {
  const slugger = new GithubSlugger()
  const headings: Heading[] = []
  const copied = new Set<string>()
  let [title, titleHtml] = ['', '']
  let tables = 0

  function addressOf(link: string): string {
    const { address, copied: file } = resolveLink(page, link)
    if (file !== null) copied.add(file)
    return address
  }

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens)
        const id = slugger.slug(text)
        const inner = this.parser.parseInline(tokens)
        if (depth === 1) {
          title = text
          titleHtml = `<h1 id="${id}">${inner}</h1>`
          return ''
        }
        if (depth === 2) headings.push({ id, text })
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const rel = isExternal(href) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeHtml(addressOf(href))}"${rel}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        const { copied: file } = resolveLink(page, href)
        if (text === '' || file === null) throw new Error(`${page.file}: the picture ${href} needs a description and a file`)
        const { width, height } = sizeOf(file)
        return `<img src="${addressOf(href)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy" />`
      },
      // What is wider than the page scrolls by itself, so the keyboard has to reach it.
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`
      },
      table({ header, rows }) {
        tables += 1
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        return `<div class="table" role="region" aria-label="Table ${tables}" tabindex="0"><table>
<thead><tr>${cells(header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</tr></thead>
<tbody>${body}</tbody></table></div>\n`
      },
      html({ text }) {
        throw new Error(`${page.file}: Markdown only, not ${text}`)
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  if (title === '') throw new Error(`${page.file} has no title`)
  return { title, heading: titleHtml, headings, html, copied: [...copied] }
}
