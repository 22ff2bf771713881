import { endpoints, type Endpoint } from '#server/http/endpoints.ts'
import { openApi, operationsIn, type Operation as Documented } from '#server/http/openapi/document.ts'

export type Schema = { [keyword: string]: unknown }
type Parameter = { name: string; in: string; required: boolean; schema?: unknown }

/** One operation of the OpenAPI document, with the procedure that serves it on tRPC. */
export type Operation = {
  /** `products.list`. */
  path: string
  method: string
  /** `/orders/{storeId}/{orderId}`. */
  url: string
  parameters: readonly Parameter[]
  /** Null where there is no body. */
  body: Schema | null
  /** By their status; failures by reference. */
  responses: Documented['responses']
  endpoint: Endpoint
}

export const document = openApi(endpoints)

/** Everything that the OpenAPI document describes but sign-in, whose routes stand in `sign-in.ts`. */
export const operations: readonly Operation[] = operationsIn(document).flatMap(({ path: url, method, operation }) => {
  const { operationId: path, parameters, requestBody, responses } = operation
  const endpoint = endpoints.find((one) => one.path === path)
  if (!endpoint) return []
  const inAddress = parameters.filter((parameter) => 'name' in parameter)
  const body = requestBody?.content['application/json']?.schema ?? null
  return [{ path, method: method.toUpperCase(), url, parameters: inAddress, body, responses, endpoint }]
})

/** How often an operation is called, one being usual. Exports, spreadsheets and what ends sessions are dear or get in everybody's way. */
const weights: Record<string, number> = {
  'profile.endAllSessions': 0.05,
  'settings.auditCsv': 0.05,
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
}

/** Each operation as often as it is to be drawn: usual ones twenty times. */
export const drawn: readonly Operation[] = operations.flatMap((operation) => {
  const share = Math.round(20 * (weights[operation.path] ?? 1))
  return Array.from({ length: Math.max(1, share) }, () => operation)
})
