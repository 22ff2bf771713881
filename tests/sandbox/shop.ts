import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import type { ShopifySettings, ShopbaseSettings } from '#sandbox/settings.ts'
import type { Sandbox } from '#sandbox/start.ts'

/** A small Shopify shop: the unusual products and a hundred ordinary ones. */
export const shopify: ShopifySettings = {
  platform: 'shopify',
  host: 'small.myshopify.com',
  name: 'Small',
  currency: 'USD',
  timezone: 'America/New_York',
  products: 160,
  scopes: ['read_products', 'read_orders'],
  credentials: { accessToken: 'shpat_small' },
}

export const shopbase: ShopbaseSettings = {
  platform: 'shopbase',
  host: 'small.onshopbase.com',
  name: 'Small Base',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  products: 130,
  scopes: ['read_products'],
  credentials: { apiKey: 'key', password: 'word' },
}

export const goods = catalogueOf(shopify)
export const baseGoods = catalogueOf(shopbase)

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Reads a path such as "data.products.nodes" from an answer. null: the path does not exist. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) ?? null) : null), value)
}

export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path)
  if (!Array.isArray(found)) throw new Error(`no list at ${path}: ${JSON.stringify(value).slice(0, 500)}`)
  return found
}

export type GraphqlCall = {
  variables?: Record<string, Json>
  token?: string
  version?: string
  host?: string
  headers?: Record<string, string>
}

export function postGraphql(sandbox: Sandbox, query: string, call: GraphqlCall = {}): Promise<Response> {
  const { variables = {}, token = 'shpat_small', version = '2026-10', host = shopify.host, headers = {} } = call
  return fetch(`${sandbox.url}/shops/${host}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token, ...headers },
    body: JSON.stringify({ query, variables }),
  })
}

/** The JSON answer of a GraphQL request. Its status is always 200. */
export async function graphql(sandbox: Sandbox, query: string, call: GraphqlCall = {}): Promise<unknown> {
  const response = await postGraphql(sandbox, query, call)
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${await response.text()}`)
  return response.json()
}

const BASIC = `Basic ${Buffer.from('key:word').toString('base64')}`

export function getRest(sandbox: Sandbox, path: string, headers: Record<string, string> = { authorization: BASIC }): Promise<Response> {
  return fetch(`${sandbox.url}/shops/${shopbase.host}${path}`, { headers, redirect: 'manual' })
}

export async function rest(sandbox: Sandbox, path: string): Promise<unknown> {
  const response = await getRest(sandbox, path)
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${await response.text()}`)
  return response.json()
}
