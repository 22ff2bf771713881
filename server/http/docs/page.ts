import { operationsIn, type OpenApi } from '#server/http/openapi/document.ts'
import { escaped } from './html.ts'
import { operationArticle } from './operation.ts'
import { schemaArticle } from './schema.ts'

/** The API reference as a page, made from the OpenAPI document. `try-out.js` sends its forms. */
export function docsPage(document: OpenApi): string {
  const { info, tags, components } = document
  const title = `${escaped(info.title)}: API`
  const groups = tags.map((tag) => ({
    ...tag,
    operations: operationsIn(document).filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const links = groups.map(({ name, operations }) => {
    const own = operations.map(({ operation }) => `<li><a href="#${operation.operationId}">${escaped(operation.summary)}</a></li>`)
    return `<details><summary>${name}</summary><ul><li><a href="#${name}">About ${name}</a></li>${own.join('')}</ul></details>`
  })
  const sections = groups.map(
    ({ name, description, operations }) => `<section id="${name}"><h2>${name}</h2><p>${escaped(description)}</p>
${operations.map((one) => operationArticle(one, components)).join('\n')}</section>`,
  )
  const named = Object.entries(components.schemas).toSorted(([one], [other]) => one.localeCompare(other))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="docs/page.css"><script src="docs/try-out.js" defer></script></head><body>
<nav aria-label="Operations"><a href="#top">${escaped(info.title)}</a>${links.join('')}<a href="#schemas">Schemas</a></nav>
<main id="top"><h1>${title}</h1>
<p>For programs as <a href="openapi.json">OpenAPI 3.1</a>. Calls carry <code>Authorization: Bearer …</code>: an API key (Settings), or the token of
<a href="#auth.signIn"><code>POST /api/auth/sign-in/email</code></a>.</p>
${info.description
  .split('\n')
  .map((line) => `<p>${escaped(line)}</p>`)
  .join('')}
<label>Try out as <input id="token" type="password" autocomplete="off" placeholder="API key; empty: as I am signed in here"></label>
${sections.join('\n')}
<section id="schemas"><h2>Schemas</h2>${named.map(([name, schema]) => schemaArticle(name, schema)).join('\n')}</section></main></body></html>`
}
