// The copy as it is asked over HTTP, signed in and with rights.
import { z } from 'zod'
import { CatalogueClashesResponse, type CatalogueClash } from '#shared/catalogue-clashes.ts'
import { limits } from '#shared/limits.ts'
import { generate } from '../proofs/load/generate.ts'
import { searches, searchMs, timed } from './catalogue-figures.ts'
import { clashingSkus } from './catalogue-products.ts'
import { figure, goal, type Finding } from './report.ts'
import type { BenchServer } from './server.ts'

const Answer = z.object({ data: CatalogueClashesResponse })

const clashesMs = 2_000
const listMs = 30
const warmUpSeconds = 5
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

/** Searches as somebody types them, with their counts, one after the other. */
export async function searchesOverHttp({ post }: BenchServer, products: number, calls: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const sortKey of ['created', 'title'] as const)
    for (const [name, wordsOf] of searches(products)) {
      const call = (turn: number) => post('/catalogue/search', { search: wordsOf(turn).join(' '), sortKey })
      findings.push(await timed(`Search ${name} over HTTP, by ${sortKey}`, calls, call, searchMs))
    }
  return findings
}

/** Lists with filters and sorts that arrive at a steady rate, whatever the answers. */
export async function listsOverHttp({ url, tokens }: BenchServer, perSecond: number): Promise<Finding[]> {
  const order = { url, kind: 'catalogue' as const, tokens: [...tokens] }
  const { answered: warm } = await generate({ ...order, perSecond: null, seconds: warmUpSeconds })
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
  ]
}
