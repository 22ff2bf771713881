import { z } from 'zod'
import { productTitle } from '#shared/brand.ts'
import { errors } from '#shared/errors.ts'
import type { Endpoint } from './endpoints.ts'
import { imageTypes } from '#server/images/formats.ts'

type JsonSchema = { properties?: Record<string, unknown> | undefined; required?: string[] | undefined; [keyword: string]: unknown }

const failure = {
  type: 'object',
  required: ['success', 'message', 'error'],
  additionalProperties: false,
  properties: {
    success: { const: false },
    message: { type: 'string' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code: { enum: Object.keys(errors) },
        message: { type: 'string' },
        issues: {
          type: 'array',
          items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
        },
      },
    },
  },
}

/** Without `$schema`, which OpenAPI states once for the whole document. */
function schemaOf(schema: z.ZodType | null, io: 'input' | 'output'): JsonSchema {
  if (!schema) return { type: 'object' }
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}

const pathParameters = (url: string) => [...url.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])

function parametersOf({ url, method, input }: Endpoint) {
  const { properties = {}, required = [] } = schemaOf(input, 'input')
  const inPath = pathParameters(url)
  const inQuery = method === 'GET' || method === 'DELETE' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...inQuery.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] })),
  ]
}

/** A binary body has no schema (OpenAPI 3.1). */
const pictures = Object.fromEntries(Object.values(imageTypes).map((type) => [type, {}]))

function requestBodyOf({ url, method, input, takesImage }: Endpoint) {
  if (!input || method === 'GET' || method === 'DELETE') return {}
  const { properties = {}, required = [], ...rest } = schemaOf(input, 'input')
  const inPath = pathParameters(url)
  const own = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  if (own.length === 0) return {}
  const needed = required.filter((name) => !inPath.includes(name))
  const schema = { ...rest, properties: Object.fromEntries(own), required: needed }
  const content = { 'application/json': { schema }, ...(takesImage === undefined ? {} : pictures) }
  return { requestBody: { required: needed.length > 0, content } }
}

const fileHeaders = {
  'X-Export-Warning': {
    description:
      "What is known to be missing before the first byte. Plain text, or, where other letters than ASCII's are in it, an ext-value of RFC 8187: UTF-8'' and the text percent-encoded.",
    schema: { type: 'string' },
  },
}

function successOf({ output, alsoOnTop = [], isFlat, isDownload }: Endpoint) {
  if (isDownload) return { description: 'The file', headers: fileHeaders, content: { 'text/csv': { schema: { type: 'string' } } } }
  const data = schemaOf(output, 'output')
  const onTop = Object.fromEntries(alsoOnTop.map((name) => [name, data.properties?.[name] ?? {}]))
  const properties = { success: { const: true }, ...(isFlat ? data.properties : { data, ...onTop }) }
  return {
    description: 'Success',
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
  }
}

function operationOf(endpoint: Endpoint) {
  return {
    operationId: endpoint.path,
    tags: [endpoint.path.split('.')[0]],
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint),
      default: { description: 'Failure', content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    },
  }
}

export type Operation = ReturnType<typeof operationOf>
export type OpenApi = ReturnType<typeof openApi>

/** The OpenAPI 3.1 document of the REST door, made from the same definitions that serve it. */
export function openApi(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const endpoint of endpoints) paths[endpoint.url] = { ...paths[endpoint.url], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  return {
    openapi: '3.1.0',
    info: { title: productTitle, version: '1' },
    servers: [{ url: '/api/v1' }],
    security: [{ accessToken: [] }],
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of POST /api/auth/sign-in/email' },
      },
    },
  }
}
