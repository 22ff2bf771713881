import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Level } from '#server/platforms/bucket.ts'
import type { ShopHttp } from '#server/platforms/http.ts'
import type { ShopCall } from '#server/platforms/shop-call.ts'
import { parseAnswer, parseJson } from '#server/platforms/json.ts'
import type { Connection } from '#server/platforms/port.ts'
import type { Patience } from '#server/platforms/retry.ts'
import { parseExact } from '#server/platforms/shopbase/exact-json.ts'

export type Parameters = Readonly<Record<string, string | number | undefined>>
export type ShopbasePace = { patience: Patience; signal?: AbortSignal | undefined }

/** Calls the REST admin API of one shop. */
export type ShopbaseClient = {
  store: string
  host: string
  /** The wait of this number of calls for the shop's rate limit. */
  waitMs(calls: number): number
  /** `path` is relative to /admin, without ".json". Parameters that are undefined are left out. */
  get<T>(path: string, shape: z.ZodType<T>, parameters: Parameters, pace: ShopbasePace): Promise<T>
  /** Sends a JSON body and reads the answer. */
  send<T>(method: 'POST' | 'PUT', path: string, shape: z.ZodType<T>, body: object, pace: ShopbasePace): Promise<T>
  /** Removes something. It may be gone already. */
  remove(path: string, pace: ShopbasePace): Promise<void>
}

/** The scopes of the data that we read. A 403 means that the scope is missing (developers.shopbase.com, "Response status codes"). */
export const scopes = { products: 'read_products', orders: 'read_orders' } as const
const WRITE_PRODUCTS = 'write_products'
const scopeOf = (path: string) => (path.startsWith('orders') ? scopes.orders : scopes.products)
/** Who may read products may be told of them. */
const scopeToWrite = (path: string) => (path.startsWith('webhooks') ? scopes.products : WRITE_PRODUCTS)

/** The leak rate of the bucket. The header reports its level as "22/30" (developers.shopbase.com, "Rate limits"). */
const LEAK_PER_SECOND = 2
/** The size of the bucket, assumed until a shop has reported its own. */
const BUCKET = 30

export function levelIn(header: string | undefined): Level | undefined {
  const [, used, size] = /^(\d+)\/(\d+)$/.exec(header?.trim() ?? '') ?? []
  if (used === undefined || size === undefined) return undefined
  return { available: Number(size) - Number(used), maximum: Number(size), perSecond: LEAK_PER_SECOND }
}

/** A time bound in the format that ShopBase documents: "2014-04-25T16:15:47+00:00", in whole seconds. */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`

/** Does not escape commas, so that a query with 250 ids stays short enough for servers. */
function queryOf(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`).join('&')
}

export function createShopbaseClient(http: ShopHttp, { apiKey, apiPassword }: Connection<'shopbase'>['secrets']): ShopbaseClient {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiPassword}`).toString('base64')}`
  async function call<T>(
    shape: z.ZodType<T>,
    question: Pick<ShopCall, 'operation' | 'method' | 'path' | 'body' | 'scope' | 'isRead'>,
    pace: ShopbasePace,
  ) {
    const headers = { authorization, ...(question.body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await http.call<unknown>(
      { ...question, headers, cost: 1, ...pace },
      {
        levelOf: (header) => levelIn(header('x-sb-shop-api-call-limit')),
        read: (raw) => parseJson(http.store, raw, parseExact),
      },
    )
    return parseAnswer(shape, answer, http.store)
  }

  return {
    store: http.store,
    host: http.host,
    waitMs: (calls) => http.waitMs(calls) ?? ((calls - BUCKET) / LEAK_PER_SECOND) * 1_000,
    get(path, shape, parameters, pace) {
      const address = `/admin/${path}.json`
      const query = queryOf(parameters)
      const question = { operation: address, method: 'GET', path: query === '' ? address : `${address}?${query}` } as const
      return call(shape, { ...question, isRead: true, scope: scopeOf(path) }, pace)
    },
    send(method, path, shape, body, pace) {
      const address = `/admin/${path}.json`
      return call(shape, { operation: address, method, path: address, body: JSON.stringify(body), scope: scopeToWrite(path) }, pace)
    },
    async remove(path, pace) {
      const address = `/admin/${path}.json`
      try {
        // The answer is empty, or says so.
        await http.call(
          { operation: address, method: 'DELETE', path: address, scope: scopeToWrite(path), headers: { authorization }, cost: 1, ...pace },
          { levelOf: (header) => levelIn(header('x-sb-shop-api-call-limit')), read: () => ({ value: null }) },
        )
      } catch (error) {
        if (!(error instanceof AppError) || error.cause !== 'NOT_FOUND') throw error
      }
    },
  }
}
