// The copy as it is asked over HTTP, signed in and with rights.
import { setInterval } from 'node:timers/promises'
import { z } from 'zod'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { CatalogueClashesResponse, type CatalogueClash } from '#shared/catalogue-clashes.ts'
import { limits } from '#shared/limits.ts'
import { generate } from '../proofs/load/generate.ts'
import { searches, searchMs, timed } from './catalogue-figures.ts'
import { allButTwo, benchProduct, clashingSkus } from './catalogue-products.ts'
import { figure, goal, type Finding } from './report.ts'
import type { BenchServer } from './server.ts'

const Answer = z.object({ data: CatalogueClashesResponse })

const clashesMs = 2_000
const listMs = 30
const warmUpSeconds = 5
const changeEveryMs = 1_000
const seconds = 30

/** All clashes, page by page. */
async function allClashes({ post }: BenchServer): Promise<CatalogueClash[]> {
  const found: CatalogueClash[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const answer = await post('/catalogue/clashes', { limit: limits.maxPageSize, ...(cursor !== undefined && { cursor }) })
    const { data } = Answer.parse(JSON.parse(answer.toString()))
    found.push(...data.clashes)
    cursor = data.nextCursor
  }
  return found
}

/** Whether the clashes are exactly those that were made, and how long they take. */
export async function clashFinding(server: BenchServer, products: number): Promise<Finding> {
  const begun = performance.now()
  const found = await allClashes(server)
  const ms = performance.now() - begun
  const wanted = clashingSkus(products)
  const isExact = JSON.stringify(found.map(({ code }) => code)) === JSON.stringify(wanted)
  const measured = `${found.length} in ${(ms / 1_000).toFixed(2)} s${isExact ? '' : ', others than those'}`
  return goal(
    'Clashes of all stores',
    measured,
    `the ${wanted.length} that are there, in ${clashesMs / 1_000} s`,
    isExact && ms < clashesMs,
  )
}

/** Searches as people type them, with their counts, one after the other. Each is of other stores, so that nothing is kept of it. */
export async function searchesOverHttp({ post, storeIds }: BenchServer, products: number, calls: number): Promise<Finding[]> {
  const stores = Object.values(storeIds)
  const findings: Finding[] = []
  for (const [pass, sortKey] of (['created', 'title'] as const).entries())
    for (const [name, wordsOf] of searches(products)) {
      const storesOf = (turn: number) => allButTwo(stores, pass * (calls + 1) + turn)
      const call = (turn: number) => post('/catalogue/search', { search: wordsOf(turn).join(' '), sortKey, storeIds: storesOf(turn) })
      findings.push(await timed(`Search ${name} over HTTP, by ${sortKey}`, calls, call, searchMs))
    }
  return findings
}

/** Has another price of a product arrive every second, as from a shop. */
function changing(copy: CatalogueCopy, storeId: string): AsyncDisposable {
  const ended = new AbortController()
  const ending = (async () => {
    for await (const _ of setInterval(changeEveryMs, null, { signal: ended.signal })) {
      const now = Date.now()
      const product = benchProduct(0, 1)
      const variants = product.variants.map((variant) => ({ ...variant, price: String(now) }))
      await copy.write(storeId, [{ ...product, variants, updatedAt: now }], now)
    }
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return {
    async [Symbol.asyncDispose]() {
      ended.abort()
      await ending
    },
  }
}

/**
 * Lists with filters and sorts that arrive at a steady rate, whatever the answers, while the copy changes every second. Then how many are answered a
 * second, and how many where each is of other stores.
 */
export async function listsOverHttp({ url, tokens, storeIds }: BenchServer, copy: CatalogueCopy, perSecond: number): Promise<Finding[]> {
  const stores = Object.values(storeIds)
  await using _changes = changing(copy, stores[0] ?? '')
  const order = { url, kind: 'catalogue' as const, tokens: [...tokens] }
  const { answered: warm } = await generate({ ...order, perSecond: null, seconds: warmUpSeconds })
  const { answered: apart } = await generate({ ...order, storeIds: stores, perSecond: null, seconds: warmUpSeconds })
  const { answered, refused, errors } = await generate({ ...order, perSecond, seconds })
  const failed = refused.count + Object.values(errors).reduce((sum, count) => sum + count, 0)
  return [
    goal(
      `Lists over HTTP, ${perSecond} a second (${answered.count} answered)`,
      `p50 ${answered.p50} ms, p99 ${answered.p99} ms`,
      `p99 below ${listMs} ms`,
      failed === 0 && answered.p99 < listMs,
    ),
    goal('Refused or failed of these', `${failed} ${JSON.stringify(errors)}`, '0', failed === 0),
    figure('As many as are answered, a second', String(Math.round(warm.count / warmUpSeconds))),
    figure('The same, each of other stores', String(Math.round(apart.count / warmUpSeconds))),
  ]
}
