import { productTitle, productVersion } from '#shared/brand.ts'
import { guidePages, referencePages, startPage, type Page } from './pages.ts'
import { escapeHtml, type Rendered } from './render.ts'

type Titles = ReadonlyMap<Page, string>
type Assets = { /** The address of the style sheet. */ style: string; /** That of the font that most text needs. */ font: string }

const entries = (pages: readonly Page[], titles: Titles, current: Page | null) =>
  pages
    .map((page) => {
      const here = page === current ? ' aria-current="page"' : ''
      return `<li><a href="${page.address}"${here}>${escapeHtml(titles.get(page) ?? '')}</a></li>`
    })
    .join('\n')

/** The links to the guides before and after this one. */
function neighbours(page: Page, titles: Titles): string {
  const order = [startPage, ...guidePages]
  const at = order.indexOf(page)
  const link = (other: Page | undefined, word: string) =>
    other ? `<a href="${other.address}"><span>${word}</span> ${escapeHtml(titles.get(other) ?? '')}</a>` : ''
  return at === -1
    ? ''
    : `<nav class="neighbours" aria-label="Neighbouring guides">${link(order[at - 1], 'Back:')}${link(order[at + 1], 'Next:')}</nav>`
}

const contents = ({ headings }: Rendered) =>
  headings.length < 2
    ? ''
    : `<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>
${headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('\n')}
</ul></nav>`

/** A whole page. `theme.js` of the app says which colours this browser showed last. `page` is null for an address without a page. */
export const layout = (page: Page | null, rendered: Rendered, titles: Titles, { style, font }: Assets) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(rendered.title)} · ${productTitle}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />
    <link rel="stylesheet" href="${style}" />
    <script src="/theme.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header>
      <a class="mark" href="${startPage.address}"><img src="/favicon.svg" alt="" width="24" height="24" />${productTitle} guides</a>
      <a href="/">Open ${productTitle}</a>
    </header>
    <div class="columns">
      <main id="content" tabindex="-1">
        ${rendered.heading}
        ${contents(rendered)}
        <article>
${rendered.html}
        </article>
        ${page ? neighbours(page, titles) : ''}
      </main>
      <nav class="guides" aria-label="All guides">
        <h2>Guides</h2>
        <ul>
${entries([startPage, ...guidePages], titles, page)}
        </ul>
        <h2>Reference</h2>
        <ul>
${entries(referencePages, titles, page)}
          <li><a href="/api/v1/docs">API</a></li>
        </ul>
        <p>Version ${productVersion}</p>
      </nav>
    </div>
  </body>
</html>
`
