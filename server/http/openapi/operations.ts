import { fileTypes } from '#server/http/file-types.ts'
import { isInPersonOnly, neededRight } from '#shared/access.ts'
import { imageTypes } from '#server/images/formats.ts'
import type { DocumentedCall } from '#server/auth/documented-calls.ts'
import { About } from '#shared/about.ts'
import { Event } from '#shared/events.ts'
import { isTagged, type Endpoint } from '../endpoints.ts'
import { everywhere, failuresAnywhere, failuresOf, signInFailuresOf, type Answer, type NamedFailures } from './failures.ts'
import type { JsonSchema, NamedSchemas } from './json-schema.ts'

type Ref = { $ref: string }
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; description?: string; schema: JsonSchema }
type Body = { required: boolean; content: Record<string, { schema?: JsonSchema }> }
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-permission': string
  security?: Record<string, string[]>[]
  parameters: (Parameter | Ref)[]
  requestBody?: Body
  responses: Record<string, Answer | Ref>
}
export type Named = { schemas: NamedSchemas; failures: NamedFailures }

const headerRef = (name: string): Ref => ({ $ref: `#/components/headers/${name}` })
const parameterRef = (name: string): Ref => ({ $ref: `#/components/parameters/${name}` })
const namesIn = (url: string) => [...url.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
const takesBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'

/** The description of a field becomes that of its parameter. */
function parameter(name: string, place: Parameter['in'], required: boolean, { description, ...schema }: JsonSchema): Parameter {
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema }
}

function parametersOf(endpoint: Endpoint, { schemas }: Named): Operation['parameters'] {
  const { properties = {}, required = [] } = endpoint.input ? schemas.resolve(schemas.of(endpoint.input, 'input')) : {}
  const inPath = namesIn(endpoint.url)
  const inQuery = takesBody(endpoint) ? [] : Object.keys(properties).filter((name) => !inPath.includes(name))
  return [
    ...inPath.map((name) => parameter(name, 'path', true, properties[name] ?? { type: 'string' })),
    ...inQuery.map((name) => parameter(name, 'query', required.includes(name), properties[name] ?? {})),
    ...(endpoint.isOnce ? [parameterRef('IdempotencyKey')] : []),
    ...(isTagged(endpoint) ? [parameterRef('IfNoneMatch')] : []),
    ...(endpoint.isDownload ? [parameterRef('AcceptEncoding')] : []),
    ...(endpoint.isStream ? [parameterRef('LastEventId')] : []),
    ...(endpoint.takesRange ? [parameterRef('Range'), parameterRef('IfRange'), parameterRef('IfNoneMatch')] : []),
  ]
}

/** A binary body has no schema (OpenAPI 3.1). */
const pictures = Object.fromEntries(Object.values(imageTypes).map((type) => [type, {}]))

function bodyOf(endpoint: Endpoint, { schemas }: Named): { requestBody?: Body } {
  const { input, url, takesImage } = endpoint
  if (!input || !takesBody(endpoint)) return {}
  const inPath = namesIn(url)
  const whole = schemas.of(input, 'input')
  const schema = inPath.length === 0 ? whole : schemas.without(whole, inPath)
  const { properties = {}, required = [], oneOf } = schemas.resolve(schema)
  if (Object.keys(properties).length === 0 && !oneOf) return {}
  const content = { 'application/json': { schema }, ...(takesImage === undefined ? {} : pictures) }
  return { requestBody: { required: oneOf !== undefined || required.length > 0, content } }
}

const partHeaders = { 'Accept-Ranges': headerRef('AcceptRanges'), ETag: headerRef('ETag') }
const csv = { 'text/csv': { schema: { type: 'string' } } }
/** A file of a job, in its format. Binary content has no schema in OpenAPI 3.1. */
const files = Object.fromEntries(
  Object.values(fileTypes).map(({ contentType, isText }) => [contentType.replace(/;.*/, ''), isText ? { schema: { type: 'string' } } : {}]),
)

const unchanged: Answer = { description: 'The same as the answer with this ETag', headers: { ...everywhere, ETag: headerRef('ETag') } }

function fileAnswers({ takesRange, type }: Endpoint): Record<string, Answer> {
  const headers = { ...everywhere, 'Content-Disposition': headerRef('ContentDisposition') }
  const ofExport = { ...headers, 'X-Export-Warning': headerRef('ExportWarning') }
  if (!takesRange) {
    // A query sends what is stored here: no job records it, and nothing is missing from it.
    const ofCall = type === 'query' ? headers : { ...ofExport, 'X-Export-Job': headerRef('ExportJob') }
    return { 200: { description: 'The file', headers: ofCall, content: csv } }
  }
  const whole = { ...ofExport, ...partHeaders }
  return {
    200: { description: 'The whole file', headers: whole, content: files },
    206: { description: 'The part that Range asks for', headers: { ...whole, 'Content-Range': headerRef('ContentRange') }, content: files },
    304: unchanged,
  }
}

/** The schema is that of each `data` line: OpenAPI 3.1 has none for a stream. */
function streamAnswers(schemas: NamedSchemas): Record<string, Answer> {
  const description = 'Server-sent events, each with its number as id, its type as event, and an Event as data'
  const schema = { type: 'string', contentMediaType: 'application/json', contentSchema: schemas.of(Event, 'output') }
  return { 200: { description, headers: everywhere, content: { 'text/event-stream': { schema } } } }
}

const success = { const: true }
const json = (description: string, schema: JsonSchema, headers: Record<string, Ref>): Answer => ({
  description,
  headers,
  content: { 'application/json': { schema } },
})

function successOf(endpoint: Endpoint, { schemas }: Named): Record<string, Answer> {
  if (endpoint.isDownload) return fileAnswers(endpoint)
  if (endpoint.isStream) return streamAnswers(schemas)
  const { output, alsoOnTop = [], isFlat, status = 200 } = endpoint
  const data = output ? schemas.of(output, 'output') : { type: 'object' }
  const known = schemas.resolve(data).properties ?? {}
  const onTop = Object.fromEntries(alsoOnTop.map((name) => [name, known[name] ?? {}]))
  const properties = isFlat ? { success } : { success, data, ...onTop }
  const envelope = { type: 'object', required: Object.keys(properties), properties }
  const schema = isFlat ? { allOf: [envelope, data] } : envelope
  const headers = {
    ...everywhere,
    ...(endpoint.isOnce ? { 'Idempotent-Replayed': headerRef('IdempotentReplayed') } : {}),
    ...(endpoint.location ? { Location: headerRef('Location') } : {}),
    ...(isTagged(endpoint) ? { ETag: headerRef('ETag') } : {}),
  }
  return { [status]: json('Success', schema, headers), ...(isTagged(endpoint) ? { 304: unchanged } : {}) }
}

function permissionOf({ policy }: Endpoint): string {
  const needed = neededRight(policy)
  if (needed === '') return 'Anybody signed in'
  return isInPersonOnly(policy) && !needed.includes('not an API key') ? `${needed}; not an API key` : needed
}

/** `stores` for `stores.list`, `jobs` for `export.jobs.list`. Procedures directly in `export` belong to products. */
function tagOf({ path }: Endpoint): string {
  const room = path.split('.').at(-2) ?? path
  return room === 'export' ? 'products' : room
}

/** The operation of a procedure. */
export function operationOf(endpoint: Endpoint, named: Named): Operation {
  const { path, summary, sensitive } = endpoint
  const description = `${endpoint.description}${sensitive ? ' A session must have confirmed lately who is calling; API keys need not.' : ''}`
  return {
    operationId: path,
    summary,
    description,
    tags: [tagOf(endpoint)],
    'x-permission': permissionOf(endpoint),
    parameters: parametersOf(endpoint, named),
    ...bodyOf(endpoint, named),
    responses: { ...successOf(endpoint, named), ...named.failures.of(failuresOf(endpoint)) },
  }
}

const callers: Record<DocumentedCall['caller'], string> = {
  anybody: 'Anybody',
  person: 'Somebody signed in, not an API key',
  'confirmed person': 'Somebody signed in who has confirmed lately who they are, not an API key',
}

/** The operation of a call below `/api/auth`. */
export function signInOperationOf(call: DocumentedCall, named: Named): Operation {
  const { id, path, summary, description, query, request, answer, caller } = call
  const { properties: asked = {} } = query ? named.schemas.of(query, 'input') : {}
  const body = request && named.schemas.of(request, 'input')
  const { required = [] } = body ? named.schemas.resolve(body) : {}
  const redirect: Answer = { description: 'On to a page of the product', headers: everywhere }
  const answers = answer ? { 200: json('Success', named.schemas.of(answer, 'output'), everywhere) } : { 302: redirect }
  return {
    operationId: id,
    summary,
    description,
    tags: ['auth'],
    'x-permission': callers[caller],
    ...(caller === 'anybody' ? { security: [] } : {}),
    parameters: [
      ...namesIn(path).map((name) => parameter(name, 'path', true, { type: 'string' })),
      ...Object.entries(asked).map(([name, schema]) => parameter(name, 'query', false, schema)),
    ],
    ...(body ? { requestBody: { required: required.length > 0, content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...answers, ...named.failures.of(signInFailuresOf(call)) },
  }
}

/** The operation that tells the version. It needs no sign-in. */
export const aboutOperation = (named: Named): Operation => ({
  operationId: 'about',
  summary: 'Get the version',
  description: 'Answers which version of the product runs here, and where its API is described.',
  tags: ['about'],
  'x-permission': callers.anybody,
  security: [],
  parameters: [],
  responses: {
    200: json(
      'Success',
      { type: 'object', required: ['success', 'data'], properties: { success, data: named.schemas.of(About, 'output') } },
      everywhere,
    ),
    ...named.failures.of(failuresAnywhere),
  },
})
