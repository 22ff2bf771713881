// The OpenAPI document as a collection for Postman and the programs that read its format (2.1.0).
import { operationsIn, type Addressed, type OpenApi } from './document.ts'
import { exampleIds } from './examples.ts'
import { nameIn } from './json-schema.ts'
import type { Parameter } from './operations.ts'

type Value = { key: string; value: string; description?: string; disabled?: boolean }
type Url = { raw: string; host: string[]; path: string[]; query: Value[]; variable: Value[] }
type Body = { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
type Auth = { type: 'noauth' } | { type: 'bearer'; bearer: { key: 'token'; value: string; type: 'string' }[] }
export type PostmanRequest = {
  name: string
  request: { method: string; description: string; auth?: Auth; header: Value[]; body?: Body; url: Url }
  response: []
}
type Folder = { name: string; description: string; item: PostmanRequest[] }

const variable = (name: string) => `{{${name}}}`
const described = (description: string | undefined) => (description === undefined ? {} : { description })

/** `apiKey` for `api-keys`, `store` for `stores`. */
const oneOf = (segment: string) =>
  segment
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The collection's variable for a parameter of a path: `storeId` for `{id}` in `/stores/{id}`. */
function variableFor(name: string, path: string): string {
  const before = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1)
  return name === 'id' && before ? `${oneOf(before)}Id` : name
}

const pathParameters = ({ operation }: Addressed): Parameter[] =>
  operation.parameters.filter((one): one is Parameter => 'in' in one && one.in === 'path')

function urlOf(addressed: Addressed): Url {
  const { base, path, operation } = addressed
  const whole = `${base}${path}`.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, ':$1')
  const query = operation.parameters.flatMap((one) => {
    if (!('in' in one) || one.in !== 'query') return []
    // A program would send what stands here. Optional parameters are there to be switched on.
    return [{ key: one.name, value: '', ...described(one.description), ...(one.required ? {} : { disabled: true }) }]
  })
  return {
    raw: `${variable('baseUrl')}${whole}`,
    host: [variable('baseUrl')],
    path: whole.split('/').slice(1),
    query,
    variable: pathParameters(addressed).map(({ name, description }) => ({
      key: name,
      value: variable(variableFor(name, path)),
      ...described(description),
    })),
  }
}

/** The optional headers, switched off. */
function headersOf({ operation }: Addressed, { components }: OpenApi): Value[] {
  return operation.parameters.flatMap((one) => {
    if (!('$ref' in one)) return []
    const known = Object.entries(components.parameters).find(([id]) => one.$ref.endsWith(`/${id}`))?.[1]
    return known ? [{ key: known.name, value: '', description: known.description, disabled: true }] : []
  })
}

/** The store and the product of the examples are not the caller's. */
const toVariable = new Map<unknown, string>(Object.entries(exampleIds).map(([name, id]) => [id, variable(name)]))
const withVariables = (_key: string, value: unknown): unknown => toVariable.get(value) ?? value

function bodyOf({ operation }: Addressed, { components }: OpenApi): { body?: Body } {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (!schema) return {}
  const name = nameIn(schema) ?? ''
  const example = components.schemas[name]?.examples?.[0] ?? {}
  return { body: { mode: 'raw', raw: JSON.stringify(example, withVariables, 2), options: { raw: { language: 'json' } } } }
}

function requestOf(addressed: Addressed, document: OpenApi): PostmanRequest {
  const { method, operation } = addressed
  const { body } = bodyOf(addressed, document)
  const header = headersOf(addressed, document)
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: `${operation.description}\n\nPermission: ${operation['x-permission']}`,
      ...(operation.security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: body ? [{ key: 'Content-Type', value: 'application/json' }, ...header] : header,
      ...(body ? { body } : {}),
      url: urlOf(addressed),
    },
    response: [],
  }
}

/**
 * Every operation of the document once, in a folder for each tag.
 * @param baseUrl where the server is reached, without a slash at its end. It is a variable of the collection, as are the token and the ids
 * in paths, which are empty.
 */
export function postmanCollection(document: OpenApi, baseUrl: string) {
  const operations = operationsIn(document)
  const ids = operations.flatMap((one) => pathParameters(one).map(({ name }) => variableFor(name, one.path)))
  const names = ['token', ...new Set([...Object.keys(exampleIds), ...ids])]
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: variable('token'), type: 'string' }] } satisfies Auth,
    variable: [{ key: 'baseUrl', value: baseUrl }, ...names.map((key) => ({ key, value: '' }))],
    item: document.tags.map(({ name, description }): Folder => ({
      name,
      description,
      item: operations.filter(({ operation }) => operation.tags.includes(name)).map((one) => requestOf(one, document)),
    })),
  }
}
