import { endpoints, type Endpoint } from '#server/http/endpoints.ts'
import { openApi, operationsIn, type Operation as Documented } from '#server/http/openapi/document.ts'

export type Schema = { [keyword: string]: unknown }
type Parameter = { name: string; in: string; required: boolean; schema?: unknown }

/** One operation of the OpenAPI document, with its tRPC procedure. */
export type Operation = {
  /** `products.list`. */
  path: string
  method: string
  /** `/orders/{storeId}/{orderId}`. */
  url: string
  parameters: readonly Parameter[]
  /** null without a body. */
  body: Schema | null
  /** By status. Failures are references. */
  responses: Documented['responses']
  endpoint: Endpoint
}

export const document = openApi(endpoints)

/** All operations of the OpenAPI document except sign-in, whose routes are in `sign-in.ts`. */
export const operations: readonly Operation[] = operationsIn(document).flatMap(({ path: url, method, operation }) => {
  const { operationId: path, parameters, requestBody, responses } = operation
  const endpoint = endpoints.find((one) => one.path === path)
  if (!endpoint) return []
  const inAddress = parameters.filter((parameter) => 'name' in parameter)
  const body = requestBody?.content['application/json']?.schema ?? null
  return [{ path, method: method.toUpperCase(), url, parameters: inAddress, body, responses, endpoint }]
})

/** Files and streams come over REST only. */
export const isRestOnly = ({ isDownload, isStream }: Endpoint): boolean => Boolean(isDownload ?? isStream)

/** Relative frequencies; 1 is the default. Exports and spreadsheets are expensive, and ending sessions disturbs other requests. */
const weights: Record<string, number> = {
  'profile.endAllSessions': 0.05,
  'settings.auditCsv': 0.05,
  'products.catalogue.clashesCsv': 0.3,
  'products.catalogue.changesCsv': 0.3,
  'settings.update': 0.3,
  'products.create': 0.2,
  'export.sheets.verify': 0.05,
  'export.sheets.validate': 0.05,
  'export.orders.sheet': 0.05,
  'export.products': 0.3,
  'export.orders.start': 0.3,
  'export.productsCsv': 0.2,
  'export.orders.csv': 0.2,
  'stores.test': 0.3,
  'settings.destinations.test': 0.3,
  'settings.webhooks.test': 0.3,
  'settings.google.save': 0.1,
  'settings.google.test': 0.05,
  'settings.system.check': 0.05,
  'profile.events.listen': 0.3,
}

/** Each operation repeated by its frequency: usual ones twenty times. */
export const drawn: readonly Operation[] = operations.flatMap((operation) => {
  const share = Math.round(20 * (weights[operation.path] ?? 1))
  return Array.from({ length: Math.max(1, share) }, () => operation)
})
