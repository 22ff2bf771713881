import { html } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { SheetDocument, Tab } from './document.ts'
import { columnLetters } from './ranges.ts'
import type { SheetsService } from './service.ts'

const ROWS_SHOWN = 200

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const STYLE = `body{font:14px system-ui,sans-serif;margin:16px}table{border-collapse:collapse}
td,th{border:1px solid #ccc;padding:2px 6px;max-width:240px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
th{background:#f3f3f3;font-weight:500}nav a{margin-right:12px}nav a[aria-current]{font-weight:700}`

const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`

function grid({ cells, rowCount, columnCount }: Tab): string {
  const columns = Array.from({ length: columnCount }, (_, index) => index)
  const head = columns.map((at) => `<th scope="col">${columnLetters(at)}</th>`).join('')
  const rows = Array.from({ length: Math.min(rowCount, ROWS_SHOWN) }, (_, row) => {
    const values = columns.map((at) => `<td>${escaped(String(cells[row]?.[at] ?? ''))}</td>`).join('')
    return `<tr><th scope="row">${row + 1}</th>${values}</tr>`
  })
  return `<table><thead><tr><th></th>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function documentPage({ id, title, access, tabs }: SheetDocument, asked: string | null): string {
  const visible = tabs.filter(({ hidden }) => !hidden)
  const shown = visible.find(({ sheetId }) => String(sheetId) === asked) ?? visible.at(-1)
  const links = visible.map(
    (tab) => `<a href="/spreadsheets/d/${id}?gid=${tab.sheetId}"${tab === shown ? ' aria-current="page"' : ''}>${escaped(tab.title)}</a>`,
  )
  const size = shown
    ? `${shown.rowCount} rows, ${shown.columnCount} columns${shown.rowCount > ROWS_SHOWN ? `, the first ${ROWS_SHOWN} shown` : ''}`
    : ''
  return page(
    title,
    `<h1>${escaped(title)}</h1><p>https://docs.google.com/spreadsheets/d/${id}/edit (shared with the service account: ${access})</p>
<nav>${links.join('')}</nav><p>${size}</p>${shown ? grid(shown) : ''}`,
  )
}

function listPage({ documents }: SheetsService): string {
  const rows = [...documents.values()].map(
    ({ id, title, access }) =>
      `<li><a href="/spreadsheets/d/${id}">${escaped(title)}</a> (shared with the service account: ${access})</li>`,
  )
  return page('Spreadsheets', `<h1>Spreadsheets</h1><ul>${rows.join('')}</ul>`)
}

/** The pages under /spreadsheets. They show the newest tab first, and link to the others. */
export function sheetsPage(service: SheetsService, path: string, query: URLSearchParams): Answer {
  if (path === '/spreadsheets') return html(200, listPage(service))
  const document = service.documents.get(/^\/spreadsheets\/d\/([^/]+)(?:\/.*)?$/.exec(path)?.[1] ?? '')
  return document ? html(200, documentPage(document, query.get('gid'))) : html(404, page('Not found', '<h1>No such spreadsheet</h1>'))
}
