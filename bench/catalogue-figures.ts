// How long the calls of the copy itself take.
import { copySorts, type CatalogueCopy, type CopyFilters, type CopySearch, type CopySort } from '#drizzle/catalogue/copy.ts'
import { benchProduct, codeOf, rareVendor, wordOfHalf } from './catalogue-products.ts'
import { figure, goal, type Finding } from './report.ts'

/** `atOnce`: the products of a batch, of which each goes to the next store. */
type Setting = { storeIds: readonly string[]; products: number; atOnce: number; calls: number }

const listMs = 30
export const searchMs = 100

/** How long calls take one after the other. @param wantedMs the goal of the slowest hundredth. Default: none. */
export async function timed(what: string, calls: number, call: (turn: number) => Promise<unknown>, wantedMs?: number): Promise<Finding> {
  await call(0)
  const samples: number[] = []
  for (let turn = 1; turn <= calls; turn += 1) {
    const begun = performance.now()
    await call(turn)
    samples.push(performance.now() - begun)
  }
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  const measured = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`
  return wantedMs === undefined ? figure(what, measured) : goal(what, measured, `p99 below ${wantedMs} ms`, at(0.99) < wantedMs)
}

const lists: readonly (readonly [string, CopyFilters])[] = [
  ['all', {}],
  ['active with stock', { status: ['active'], stock: 'in' }],
  ['of a rare vendor', { vendor: [rareVendor] }],
  ['of a tag', { tag: ['sale'] }],
  ['archived of a type without stock', { productType: ['Type 3'], status: ['archived'], stock: 'out' }],
]

export const searches = (products: number): readonly (readonly [string, (turn: number) => string[]])[] => [
  ['a rare word', (turn) => [codeOf((turn * 7_919) % products)]],
  ['a word of half', () => [wordOfHalf]],
  ['a word of none', () => ['zzyzx']],
  ['two words of many', () => [wordOfHalf, 'navy']],
  ['a common and a rare word', (turn) => [wordOfHalf, codeOf((turn * 7_919) % products).slice(0, 8)]],
  ['three words', () => [wordOfHalf, 'blue', 'lamp']],
  ['three words, one short', () => [wordOfHalf, 'lamp', '9']],
]

/** Lists by every sort and filter, searches and counts, as a person pages and types. */
export async function measuredCopy(copy: CatalogueCopy, { storeIds, products, atOnce, calls }: Setting): Promise<Finding[]> {
  const findings: Finding[] = []
  const base = { words: [], filters: {}, limit: 50, after: null, storeIds }
  const some = (turn: number, count: number) => Array.from({ length: count }, (_, step) => storeIds[(turn + step) % storeIds.length] ?? '')
  const add = async (what: string, wantedMs: number, searchOf: (turn: number) => Omit<CopySearch, 'sort' | 'reverse'>, sort: CopySort) =>
    findings.push(
      await timed(`${what}, by ${sort}`, calls, (turn) => copy.search({ ...searchOf(turn), sort, reverse: turn % 2 === 0 }), wantedMs),
    )
  for (const sort of copySorts) {
    for (const [name, filters] of lists) await add(`List ${name}`, listMs, () => ({ ...base, filters }), sort)
    for (const count of [1, 5])
      await add(`List of ${count} of the stores`, listMs, (turn) => ({ ...base, storeIds: some(turn, count) }), sort)
  }
  const words = searches(products)
  for (const sort of ['created', 'title', 'price', 'store'] as const)
    for (const [name, wordsOf] of words) await add(`Search ${name}`, searchMs, (turn) => ({ ...base, words: wordsOf(turn) }), sort)
  for (const [name, wordsOf] of words)
    findings.push(await timed(`Count ${name}`, calls, (turn) => copy.count({ ...base, words: wordsOf(turn) }, 10_000)))
  for (const [name, filters] of lists) findings.push(await timed(`Count ${name}`, calls, () => copy.count({ ...base, filters }, 10_000)))
  const same = (turn: number) => {
    const index = (turn * 7_919) % products
    const storeId = storeIds[Math.floor(index / atOnce) % storeIds.length] ?? ''
    return copy.same({ storeId, productId: benchProduct(index, products).productId }, storeIds, 20)
  }
  return [...findings, await timed('The same products of others', calls, same)]
}
