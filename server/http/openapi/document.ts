import { productTitle, productVersion } from '#shared/brand.ts'
import { documentedCalls } from '#server/auth/documented-calls.ts'
import { schemas } from './schemas.ts'
import { restPrefix, type Endpoint } from '../endpoints.ts'
import { NamedFailures } from './failures.ts'
import { headers, parameters } from './headers.ts'
import { NamedSchemas } from './json-schema.ts'
import { aboutOperation, operationOf, signInOperationOf, type Named, type Operation } from './operations.ts'

export type { Operation } from './operations.ts'
export type OpenApi = ReturnType<typeof openApi>
const methods = ['get', 'post', 'put', 'delete'] as const
type Method = (typeof methods)[number]
type PathItem = { servers?: { url: string }[] } & { [Each in Method]?: Operation }

const restServer = restPrefix
/** An operation with its full address. */
export type Addressed = { base: string; path: string; method: Method; operation: Operation }

/** Every operation of the document. */
export function operationsIn({ paths }: Pick<OpenApi, 'paths'>): Addressed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ base: item.servers?.[0]?.url ?? restServer, path, method, operation }] : []
    }),
  )
}

const tags = [
  { name: 'about', description: 'The product itself.' },
  { name: 'auth', description: 'Signing in, registering, and what people do about their own sign-in. These calls are below /api/auth.' },
  { name: 'stores', description: 'The shops that are connected.' },
  { name: 'products', description: 'Products, read from and written to the shops, and their exports.' },
  { name: 'catalogue', description: "The copy of all stores' products: to find, to compare, and what has changed." },
  { name: 'orders', description: 'Orders, read from the shops, and their exports.' },
  { name: 'jobs', description: 'Exports in the queue and the files that they leave.' },
  { name: 'schedules', description: 'Exports that run by themselves.' },
  { name: 'sheets', description: 'Google spreadsheets as targets of exports.' },
  { name: 'google', description: 'The key of the Google service account that writes spreadsheets.' },
  { name: 'templates', description: 'Saved choices of columns.' },
  { name: 'views', description: 'Saved views of the lists of products and orders.' },
  { name: 'events', description: 'What happens, as it happens.' },
  { name: 'notifications', description: 'Problems of the caller, and their solutions.' },
  { name: 'webhooks', description: 'Addresses that are told of events.' },
  { name: 'destinations', description: 'Places that finished files are delivered to.' },
  { name: 'users', description: 'The team.' },
  { name: 'serviceAccounts', description: 'Accounts for programs, and their API keys.' },
  { name: 'profile', description: 'The caller: profile, API keys, sessions and sign-in methods.' },
  { name: 'settings', description: 'Settings of the team, and the audit log.' },
  { name: 'system', description: 'The state of the installation, for owners.' },
]

/** In CommonMark, as OpenAPI has it. */
const description = `Success below \`/api/v1\` is \`{"success": true, "data": …}\`.
Failure is \`{"success": false, "message", "error": {"code", "message"}}\`.

Requests with fields that are not described are refused. Answers may get new fields at any time: ignore those that you do not know.

Every answer carries \`x-request-id\`. 429 and 503 say in \`Retry-After\` when to try again.`

function pathsOf(endpoints: readonly Endpoint[], named: Named): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  const add = (url: string, method: string, operation: Operation, item: PathItem = {}) =>
    (paths[url] = { ...item, ...paths[url], [method]: operation })
  add('/', 'get', aboutOperation(named))
  for (const endpoint of endpoints) add(endpoint.url, endpoint.method.toLowerCase(), operationOf(endpoint, named))
  for (const call of documentedCalls) add(call.path, call.method, signInOperationOf(call, named), { servers: [{ url: '/api/auth' }] })
  return paths
}

/** The OpenAPI 3.1 document of the REST API and of sign-in, made from the same definitions that serve them. */
export function openApi(endpoints: readonly Endpoint[]) {
  const named = { schemas: new NamedSchemas(), failures: new NamedFailures() }
  named.schemas.of(schemas.Failure, 'output')
  const paths = pathsOf(endpoints, named)
  return {
    openapi: '3.1.0',
    info: { title: productTitle, version: productVersion, license: { name: 'MIT', identifier: 'MIT' }, description },
    servers: [{ url: restServer }],
    security: [{ accessToken: [] }],
    tags,
    paths,
    components: {
      schemas: named.schemas.components,
      responses: named.failures.components,
      parameters,
      headers,
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of POST /api/auth/sign-in/email' },
      },
    },
  }
}
