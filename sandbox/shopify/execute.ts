import { execute, getOperationAST, getVariableValues, GraphQLError, parse, validate } from 'graphql'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { ShopifySettings } from '../settings.ts'
import type { Shop } from '../shop.ts'
import { costOf } from './cost.ts'
import type { Cost } from './cost.ts'
import { executionError, parseError, validationError, variableError } from './errors.ts'
import type { ErrorBody } from './errors.ts'
import { orderIndexOf } from './order-index.ts'
import { indexOf } from './product-index.ts'
import { propertyOf, typeOf } from './resolvers.ts'
import { schemaOf } from './schema.ts'
import type { Version } from './schema.ts'
import type { World } from './world.ts'

export type GraphqlRequest = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | undefined
}
export type GraphqlAnswer = {
  readonly data?: unknown
  readonly errors?: readonly ErrorBody[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

type Prepared =
  | { readonly document: DocumentNode; readonly problems: readonly ErrorBody[] }
  | { readonly document: null; readonly problems: readonly ErrorBody[] }

const prepared = new WeakMap<GraphQLSchema, Map<string, Prepared>>()

function prepare(schema: GraphQLSchema, query: string): Prepared {
  try {
    const document = parse(query)
    return { document, problems: validate(schema, document).map((error) => validationError(schema, document, error)) }
  } catch (error) {
    if (error instanceof GraphQLError) return { document: null, problems: [parseError(error)] }
    throw error
  }
}

/** Clients repeat the same few documents, so each is parsed and checked once. */
function preparedOf(schema: GraphQLSchema, query: string): Prepared {
  const known = prepared.get(schema) ?? new Map<string, Prepared>()
  prepared.set(schema, known)
  const done = known.get(query) ?? prepare(schema, query)
  if (known.size < 500) known.set(query, done)
  return done
}

function costExtension(shop: Shop, requested: number, actual: number | null) {
  const bucket = shop.costBucket
  const throttleStatus = bucket
    ? { maximumAvailable: bucket.size, currentlyAvailable: Math.floor(bucket.room()), restoreRate: bucket.rate }
    : { maximumAvailable: 1_000_000, currentlyAvailable: 1_000_000, restoreRate: 1_000_000 }
  return { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus }
}

/** Shopify's answer to a query that exceeds the bucket's room. */
export function throttled(shop: Shop, requested: number): GraphqlAnswer {
  const extensions = { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' }
  return { errors: [{ message: 'Throttled', extensions }], extensions: { cost: costExtension(shop, requested, null) } }
}

function tooDear(cost: number, maxCost: number): GraphqlAnswer {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${maxCost}).\n\nSee https://shopify.dev/concepts/about-apis/rate-limits for more information on how the\ncost of a query is calculated.\n\nTo query larger amounts of data with fewer limits, bulk operations should be used instead.\nSee https://shopify.dev/tutorials/perform-bulk-operations-with-admin-api for usage details.\n`
  return {
    errors: [
      {
        message,
        extensions: {
          code: 'MAX_COST_EXCEEDED',
          cost,
          maxCost,
          documentation: 'https://shopify.dev/api/usage/rate-limits',
        },
      },
    ],
  }
}

type Runnable = {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
  cost: Cost
}

async function run(
  shop: Shop<ShopifySettings>,
  request: GraphqlRequest,
  { schema, document, variables, cost }: Runnable,
): Promise<GraphqlAnswer> {
  const read = async (wanted: DocumentNode, of: Pick<GraphqlRequest, 'variables' | 'operationName'>) =>
    execute({
      schema,
      document: wanted,
      rootValue: {},
      contextValue: world,
      variableValues: of.variables,
      operationName: of.operationName,
      fieldResolver: propertyOf,
      typeResolver: typeOf,
    })
  const world: World = {
    shop,
    index: indexOf(shop.shown()),
    orders: () => orderIndexOf(shop.orders()),
    notices: [],
    read: (wanted) => read(wanted, { variables: {}, operationName: undefined }),
  }
  const result = await read(document, { variables, operationName: request.operationName })
  const actual = cost.actual(result.data)
  shop.costBucket?.spend(actual - cost.requested)
  const extensions = { cost: costExtension(shop, cost.requested, actual), ...(world.notices.length > 0 ? { search: world.notices } : {}) }
  const errors = result.errors?.map(executionError)
  return errors ? { errors, data: result.data, extensions } : { data: result.data, extensions }
}

/** Answers one GraphQL request, and takes its cost from the shop's bucket. All errors are in an HTTP 200. */
export async function answerGraphql(shop: Shop<ShopifySettings>, version: Version, request: GraphqlRequest): Promise<GraphqlAnswer> {
  const schema = schemaOf(version)
  const { document, problems } = preparedOf(schema, request.query)
  if (!document || problems.length > 0) return { errors: problems }
  const operation = getOperationAST(document, request.operationName)
  if (!operation)
    return {
      errors: [
        {
          message: request.operationName === undefined ? 'An operation name is required' : `No operation named "${request.operationName}"`,
        },
      ],
    }
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables)
  if (coerced.errors) return { errors: coerced.errors.map(variableError) }
  const cost = costOf(schema, document, operation, coerced.coerced)
  if (cost.requested > shop.queryLimit) return tooDear(cost.requested, shop.queryLimit)
  if (shop.costBucket?.spend(cost.requested) === false) return throttled(shop, cost.requested)
  return run(shop, request, { schema, document, operation, variables: request.variables, cost })
}
