import { randomBytes } from 'node:crypto'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { ShopifySettings } from '../../settings.ts'
import type { Shop } from '../../shop.ts'
import { dateTime } from '../world.ts'
import type { World } from '../world.ts'
import { checkBulkQuery } from './check.ts'
import { outputOf, unlimited } from './lines.ts'

/** A shop's bulk operation and its output. Counts are texts in the API (UnsignedInt64). */
type Operation = {
  readonly id: string
  readonly key: string
  readonly query: string
  readonly createdAt: number
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'CANCELING' | 'CANCELED' | 'FAILED' | 'EXPIRED'
  errorCode: string | null
  completedAt: number | null
  objects: number
  roots: number
  file: Buffer | null
  /** The remaining work; null after the end. */
  task: { document: DocumentNode; isGrouped: boolean } | null
}

const AT_ONCE = 5
const WEEK_S = 7 * 24 * 3600
const BAD_ENDS = { canceled: 'CANCELED', expired: 'EXPIRED' } as const
const unfinished = new Set(['CREATED', 'RUNNING', 'CANCELING'])
const known = new WeakMap<Shop<ShopifySettings>, Operation[]>()
let numbers = 7_900_000_000_000

function operationsOf(shop: Shop<ShopifySettings>): Operation[] {
  const all = known.get(shop) ?? []
  known.set(shop, all)
  return all
}

/** The file's address: a signed link that is public for a week. */
function linkTo({ key, completedAt }: Operation): string {
  const expires = Math.floor((completedAt ?? 0) / 1000) + WEEK_S
  const name = `bulk-${key}.jsonl`
  return `https://storage.googleapis.com/shopify-tiers-assets-prod-us-east1/bulk-operation-outputs/${key}?GoogleAccessId=sandbox&Expires=${expires}&Signature=not-a-signature&response-content-disposition=attachment%3B+filename%3D%22${name}%22&response-content-type=application%2Fjsonl`
}

/** A bulk operation in the API's format. */
export function shown(operation: Operation) {
  const { id, query, status, errorCode, createdAt, completedAt, objects, roots, file } = operation
  const link = file && file.length > 0 ? linkTo(operation) : null
  return {
    id,
    query,
    status,
    errorCode,
    type: 'QUERY',
    createdAt: dateTime(createdAt),
    completedAt: completedAt === null ? null : dateTime(completedAt),
    objectCount: String(objects),
    rootObjectCount: String(roots),
    fileSize: file ? String(file.length) : null,
    url: status === 'COMPLETED' ? link : null,
    partialDataUrl: status === 'FAILED' ? link : null,
  }
}

/** A completed operation with the same query. */
const sameAs = ({ query }: Operation, shop: Shop<ShopifySettings>) =>
  operationsOf(shop).find((one) => one.status === 'COMPLETED' && one.query === query)

/** The lines of the first half of a file. */
const firstLines = (file: Buffer) => file.subarray(0, file.lastIndexOf('\n', file.length / 2) + 1)

/** Updates an operation to the current time. Nothing works in the background: an operation ends when a request reads it. */
async function advance(operation: Operation, { shop, read }: World, schema: GraphQLSchema): Promise<void> {
  const { task } = operation
  if (!task) return
  const now = shop.clock.now()
  const end = (status: Operation['status'], errorCode: string | null) =>
    Object.assign(operation, { status, errorCode, completedAt: now, task: null })
  if (operation.status === 'CANCELING') return void end('CANCELED', null)
  operation.status = 'RUNNING'
  if (now < operation.createdAt + shop.bulkMs) {
    operation.objects = Math.floor((shop.settings.products * (now - operation.createdAt)) / shop.bulkMs)
    return
  }
  operation.objects = 0
  if (shop.bulkEnd === 'canceled' || shop.bulkEnd === 'expired') return void end(BAD_ENDS[shop.bulkEnd], null)
  if (shop.bulkEnd === 'failed') return void end('FAILED', 'INTERNAL_SERVER_ERROR')
  const earlier = shop.reusesBulkFiles ? sameAs(operation, shop) : undefined
  if (earlier) {
    const { objects, roots, file } = earlier
    Object.assign(operation, { objects, roots, file })
    return void end('COMPLETED', null)
  }
  const { data, errors } = await read(unlimited(schema, task.document))
  const isDenied = errors?.some(({ extensions }) => extensions['code'] === 'ACCESS_DENIED') === true
  if (!data || errors) return void end('FAILED', isDenied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR')
  Object.assign(operation, outputOf(data, task.isGrouped))
  if (shop.bulkEnd !== 'failedPartly') return void end('COMPLETED', null)
  operation.file &&= firstLines(operation.file)
  end('FAILED', 'TIMEOUT')
}

type Refusal = { field: readonly string[] | null; message: string; code: string }
const refused = (...userErrors: Refusal[]) => ({ bulkOperation: null, userErrors })

/** bulkOperationRunQuery: answers at once. */
export async function runQuery(world: World, schema: GraphQLSchema, { query, groupObjects }: { query: string; groupObjects: boolean }) {
  const checked = checkBulkQuery(schema, query)
  if ('problems' in checked) return refused(...checked.problems.map((message) => ({ field: ['query'], message, code: 'INVALID' })))
  const all = operationsOf(world.shop)
  for (const operation of all) await advance(operation, world, schema)
  const running = all.filter(({ status }) => unfinished.has(status))
  if (running.length >= AT_ONCE) {
    const message = `A bulk query operation for this app and shop is already in progress: ${running.map(({ id }) => id).join(', ')}.`
    return refused({ field: null, message, code: 'OPERATION_IN_PROGRESS' })
  }
  const operation: Operation = {
    id: `gid://shopify/BulkOperation/${numbers++}`,
    key: randomBytes(12).toString('hex'),
    query,
    createdAt: world.shop.clock.now(),
    status: 'CREATED',
    errorCode: null,
    completedAt: null,
    objects: 0,
    roots: 0,
    file: null,
    task: { document: checked.document, isGrouped: groupObjects },
  }
  all.push(operation)
  return { bulkOperation: shown(operation), userErrors: [] }
}

export async function findOperation(world: World, schema: GraphQLSchema, id: string) {
  const operation = operationsOf(world.shop).find((one) => one.id === id)
  if (!operation) return null
  await advance(operation, world, schema)
  return shown(operation)
}

/** bulkOperationCancel. An ended operation does not change. */
export function cancelOperation({ shop }: World, id: string) {
  const operation = operationsOf(shop).find((one) => one.id === id)
  if (!operation) return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] }
  if (!unfinished.has(operation.status)) {
    const message = `A bulk operation cannot be canceled when it is ${operation.status.toLowerCase()}`
    return { bulkOperation: shown(operation), userErrors: [{ field: null, message }] }
  }
  operation.status = 'CANCELING'
  return { bulkOperation: shown(operation), userErrors: [] }
}

/** An operation's file by its key. */
export function fileOf(shop: Shop<ShopifySettings>, key: string): Buffer | null {
  return operationsOf(shop).find((one) => one.key === key)?.file ?? null
}
