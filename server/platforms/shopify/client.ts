import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Log, ShopHttp } from '#server/platforms/http.ts'
import type { ShopAnswer } from '#server/platforms/shop-call.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { Connection } from '#server/platforms/port.ts'
import type { Patience } from '#server/platforms/retry.ts'
import { readGraphql } from '#server/platforms/shopify/answer.ts'
import { refusalOfToken, refused } from '#server/platforms/shopify/refusals.ts'
import type { Document } from '#server/platforms/shopify/document.ts'
import type { Tokens } from '#server/platforms/shopify/token.ts'
import { apiVersion, graphqlPath } from '#server/platforms/shopify/version.ts'
import type { Withheld } from '#server/platforms/shopify/withheld.ts'
import { unlessAborted } from '#server/platforms/unless-aborted.ts'

export type Variables = Readonly<Record<string, unknown>>
export type ShopifyPace = { patience: Patience; signal?: AbortSignal | undefined }

/** Calls one shop's Admin GraphQL API. Values are always variables and never part of a document's text. */
export type ShopifyClient = {
  store: string
  /** A file that the shop stored for us; see `ShopHttp.file`. */
  file: ShopHttp['file']
  /** See `ShopHttp.waitMs`. */
  waitMs: ShopHttp['waitMs']
  /** See `ShopHttp.waitFor`. */
  waitFor: ShopHttp['waitFor']
  /** The notice that the shop serves another API version, which may leave out values. */
  notices(): readonly string[]
  /** The data of orders that the shop has hidden from us so far. */
  withheld: ReadonlySet<Withheld>
  /** Notes data that the shop is known to hide, without an answer that lacks it. */
  noteWithheld(what: Withheld): void
  /** The answer's `data`, not yet validated. */
  raw(document: Document, variables: Variables, pace: ShopifyPace): Promise<unknown>
  ask<T>(document: Document, shape: z.ZodType<T>, variables: Variables, pace: ShopifyPace): Promise<T>
}

type Deps = { http: ShopHttp; secrets: Connection<'shopify'>['secrets']; tokens: Tokens; log: Log }

export function createShopifyClient({ http, secrets, tokens, log }: Deps): ShopifyClient {
  const { store, host } = http
  let servedInstead: string | null = null
  const withheld = new Set<Withheld>()

  function token(signal?: AbortSignal): Promise<string> {
    if (secrets.kind === 'accessToken') return Promise.resolve(secrets.token)
    return unlessAborted(secrets.kind === 'appGrant' ? secrets.tokens.current(signal) : tokens.get(http, secrets), signal)
  }

  /** The token after one that the shop refused, or null where no other can be had. */
  function tokenAfter(former: string, signal?: AbortSignal): Promise<string> | null {
    if (secrets.kind === 'accessToken') return null
    if (secrets.kind === 'appGrant') return secrets.tokens.after(former, signal)
    tokens.drop(http, secrets)
    return token(signal)
  }

  function read(answer: ShopAnswer) {
    // Shopify serves another version in place of a retired one (shopify.dev, "API versioning").
    const served = answer.header('x-shopify-api-version')
    const isOther = served !== undefined && served !== apiVersion
    if (isOther) log({ host, asked: apiVersion, served }, 'shop serves another API version')
    servedInstead = isOther ? served : null
    return readGraphql(store, answer, (what) => withheld.add(what))
  }

  function refusalIn(status: number, body: string) {
    const kind = refusalOfToken(status, body)
    return kind && refused(store, kind)
  }

  function send(accessToken: string, { name, text, cost }: Document, variables: Variables, pace: ShopifyPace): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'x-shopify-access-token': accessToken }
    const body = JSON.stringify({ query: text, variables, operationName: name })
    const isRead = text.startsWith('query')
    const call = { isRead, refusalIn, operation: name, method: 'POST', path: graphqlPath, headers, body, cost, ...pace } as const
    return http.call(call, { read })
  }

  async function raw(document: Document, variables: Variables, pace: ShopifyPace): Promise<unknown> {
    const accessToken = await token(pace.signal)
    try {
      return await send(accessToken, document, variables, pace)
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'STORE_REJECTED'
      const next = isRefused ? tokenAfter(accessToken, pace.signal) : null
      if (next === null) throw error
      return send(await next, document, variables, pace)
    }
  }

  const file: ShopifyClient['file'] = (address, from, expected) => http.file(address, from, expected)

  return {
    store,
    file,
    waitMs: (cost) => http.waitMs(cost),
    waitFor: (reason) => http.waitFor(reason),
    notices: () => (servedInstead === null ? [] : [messages.platform.otherVersion(servedInstead, apiVersion)]),
    withheld,
    noteWithheld: (what) => void withheld.add(what),
    raw,
    ask: async (document, shape, variables, pace) => parseAnswer(shape, await raw(document, variables, pace), store),
  }
}
