import type { Addressed, OpenApi } from '#server/http/openapi/document.ts'
import type { Answer } from '#server/http/openapi/failures.ts'
import { nameIn, type JsonSchema } from '#server/http/openapi/json-schema.ts'
import type { Operation } from '#server/http/openapi/operations.ts'
import { code, escaped, htmlTable } from './html.ts'
import { fields, typeOf } from './schema.ts'

type Components = OpenApi['components']
type Shown = { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }
const lastOf = ($ref: string) => $ref.split('/').at(-1) ?? ''

/** The parameters with their references resolved. */
function parametersOf({ parameters }: Operation, components: Components): Shown[] {
  const named: Record<string, Shown> = components.parameters
  return parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : (named[lastOf(parameter.$ref)] ?? [])))
}

const answersOf = ({ responses }: Operation, { responses: named }: Components) =>
  Object.entries(responses).flatMap(([status, answer]): [string, Answer][] => {
    const resolved = 'description' in answer ? answer : named[lastOf(answer.$ref)]
    return resolved && status !== 'default' ? [[status, resolved]] : []
  })

/** The parameters that get an input field. */
const isTypable = (parameter: Shown) => parameter.in !== 'header' || parameter.name === 'Idempotency-Key'
const input = ({ name, in: place, required }: Shown) =>
  `<label>${escaped(name)} <small>${place}</small> <input name="${escaped(name)}" data-in="${place}"${required ? ' required' : ''}></label>`

const exampleOf = (schema: JsonSchema, { schemas }: Components): unknown => (schemas[nameIn(schema) ?? ''] ?? schema).examples?.[0] ?? {}

function tryOut({ base, path, method, operation }: Addressed, components: Components): string {
  // Sign-in and sign-out would change the caller, so they get no form.
  if (operation.tags.includes('auth')) return ''
  const schema = operation.requestBody?.content['application/json']?.schema
  const rows = schema && escaped(JSON.stringify(exampleOf(schema, components), null, 2))
  const body = schema ? `<label>Body (JSON) <textarea name="body" rows="8" spellcheck="false">${rows}</textarea></label>` : ''
  const inputs = parametersOf(operation, components).filter(isTypable).map(input).join('')
  return `<details><summary>Try it</summary><form data-method="${method.toUpperCase()}" data-path="${escaped(base + path)}">
${inputs}${body}<button>Send</button><output></output></form></details>`
}

function bodyOf({ requestBody }: Operation): string {
  if (!requestBody) return ''
  const pictures = Object.keys(requestBody.content).filter((type) => type !== 'application/json')
  const also = pictures.length > 0 ? ` The picture alone, as it is, may be the body too: ${pictures.map(code).join(', ')}.` : ''
  const schema = requestBody.content['application/json']?.schema ?? {}
  return `<h4>Body</h4><p>${typeOf(schema)}${requestBody.required ? '' : ' <small>optional</small>'}.${also}</p>`
}

function success([status, { description, content = {}, headers = {} }]: [string, Answer]): string {
  const [media] = Object.entries(content)
  const schema = media?.[1].schema
  const flat = Array.isArray(schema?.['allOf']) ? schema['allOf'].map(typeOf).at(-1) : undefined
  const shown = media?.[0] !== 'application/json' ? code(media?.[0] ?? 'no body') : (flat ?? fields(schema ?? {}))
  return `<p><b>${status}</b> ${escaped(description)}</p>${shown}<p><small>Headers: ${Object.keys(headers).map(escaped).join(', ')}</small></p>`
}

const failures = (answers: readonly [string, Answer][]) =>
  answers.flatMap(([status, { content = {} }]) =>
    Object.entries(content['application/json']?.examples ?? {}).map(([name, { summary }]) => [status, code(name), escaped(summary)]),
  )

/** An operation with its description, input and answers, and a form to try it. */
export function operationArticle(addressed: Addressed, components: Components): string {
  const { base, path, method, operation } = addressed
  const answers = answersOf(operation, components)
  const rows = parametersOf(operation, components).map(({ name, in: place, required, description = '', schema }) => [
    `${code(name)}${required ? '' : ' <small>optional</small>'}`,
    place,
    typeOf(schema),
    escaped(description),
  ])
  const parameters = htmlTable(['Parameter', 'In', 'Type', 'Meaning'], rows)
  const failed = htmlTable(['Status', 'Code', 'Message'], failures(answers))
  return `<article id="${operation.operationId}"><h3>${escaped(operation.summary)}</h3>
<p class="address"><code><b>${method.toUpperCase()}</b> ${escaped(base + path)}</code></p>
<p>${escaped(operation.description)}</p><p><small>Permission</small> ${escaped(operation['x-permission'])}</p>
${parameters ? `<h4>Parameters</h4>${parameters}` : ''}${bodyOf(operation)}
<h4>Answer</h4>${answers
    .filter(([status]) => Number(status) < 400)
    .map(success)
    .join('')}
<details><summary>Failures</summary>${failed}</details>
${tryOut(addressed, components)}</article>`
}
