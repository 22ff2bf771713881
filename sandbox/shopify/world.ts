import { GraphQLError } from 'graphql'
import type { DocumentNode, ExecutionResult, GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import type { ShopifySettings } from '../settings.ts'
import type { Shop } from '../shop.ts'
import type { OrderIndex } from './order-index.ts'
import type { ProductIndex } from './product-index.ts'
import type { SearchNotice } from './search/search.ts'

/** The context of every resolver of one request. */
export type World = {
  readonly shop: Shop<ShopifySettings>
  readonly index: ProductIndex
  /** Computed on first use: most requests ask only for products. */
  readonly orders: () => OrderIndex
  /** Searches with warnings, for `extensions.search`. */
  readonly notices: SearchNotice[]
  /** Executes another document in the same world. */
  readonly read: (document: DocumentNode) => Promise<ExecutionResult>
}

/** The fields of one type that the sandbox emulates. */
export type Fields<Source, Args = Record<string, never>> = Record<string, GraphQLFieldResolver<Source, World, Args>>

/** Milliseconds as Shopify's DateTime: UTC, whole seconds. */
export function dateTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

export function gid(type: string, id: string): string {
  return `gid://shopify/${type}/${id}`
}

/** An error for a gap of the sandbox, so that it does not look like a fact about a shop. */
export function notEmulated(what: string): GraphQLError {
  return new GraphQLError(`The sandbox does not emulate ${what}`, { extensions: { code: 'NOT_EMULATED' } })
}

/** Refuses a sort order that the sandbox does not emulate. */
export function allowSorts(sortKey: string | null | undefined, ...allowed: string[]): void {
  if (sortKey != null && !allowed.includes(sortKey)) throw notEmulated(`sorting by ${sortKey} here`)
}

/** Refuses the field as Shopify does when the app lacks the scope. Nullable fields become null, the rest of the answer stays. */
export function requireScope(world: World, scope: string, info: GraphQLResolveInfo): void {
  if (!world.shop.scopes.includes(scope)) throw accessDenied(info.fieldName, `\`${scope}\` access scope.`)
}

export function accessDenied(field: string, requiredAccess: string): GraphQLError {
  return new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: 'ACCESS_DENIED', documentation: 'https://shopify.dev/api/usage/access-scopes', requiredAccess },
  })
}
