import type { OpenApi, Operation } from '#server/http/openapi.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)
const code = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`
const schemaIn = (content: object): unknown => Object.values(content)[0]

const field = ({ name, in: place, required }: Operation['parameters'][number]) =>
  `<label>${escaped(name)} <small>${place}</small> <input name="${escaped(name)}" data-in="${place}"${required ? ' required' : ''}></label>`

function article(method: string, path: string, { operationId, parameters, requestBody, responses }: Operation): string {
  const verb = method.toUpperCase()
  const body = requestBody ? '<label>Body (JSON) <textarea name="body" rows="4" spellcheck="false">{}</textarea></label>' : ''
  const answers = Object.entries(responses).filter(([status]) => status !== 'default')
  return `<article id="${operationId}"><h3><code>${verb} ${escaped(path)}</code> <small>${operationId}</small></h3>
<form data-method="${verb}" data-path="${escaped(path)}">${parameters.map(field).join('')}${body}<button>Try it</button><output></output></form>
${requestBody ? `<details><summary>Body</summary>${code(schemaIn(requestBody.content))}</details>` : ''}
${answers.map(([status, { content }]) => `<details><summary>Answer ${status}</summary>${code(schemaIn(content))}</details>`).join('')}
</article>`
}

const style = `:root{color-scheme:light dark}body{font-family:system-ui;max-width:56rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #8886;padding:.5rem 0}pre{overflow:auto;max-height:24rem;background:#8882;padding:.75rem}
label{display:block;margin:.4rem 0}textarea,input{font:inherit;width:100%;box-sizing:border-box}output{display:block;white-space:pre-wrap;overflow-wrap:anywhere}
small{opacity:.75}nav a{margin-right:.75rem}`

/** The API as a page to read, made from the document that also serves programs. `try-out.js` beside it sends the forms. */
export function docsPage(document: OpenApi): string {
  const groups = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const [room = ''] = operation.operationId.split('.')
      groups.set(room, [...(groups.get(room) ?? []), article(method, path, operation)])
    }
  }
  const links = [...groups.keys()].map((room) => `<a href="#${room}">${room}</a>`).join('')
  const sections = [...groups].map(([room, articles]) => `<section id="${room}"><h2>${room}</h2>${articles.join('')}</section>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(document.info.title)}: API</title><style>${style}</style><script src="docs/try-out.js" defer></script>
<h1>${escaped(document.info.title)}: API</h1>
<p>Everything under <code>/api/v1</code>; for programs as <a href="openapi.json">OpenAPI 3.1</a>. Calls carry <code>Authorization: Bearer …</code>:
an API key (Settings), or the token of <code>POST /api/auth/sign-in/email</code>.</p>
<label>Try out as <input id="token" type="password" autocomplete="off" placeholder="API key; empty: as I am signed in here"></label>
<nav>${links}</nav><main>${sections.join('')}</main></html>`
}
