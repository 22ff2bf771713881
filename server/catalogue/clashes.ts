import { setImmediate } from 'node:timers/promises'
import { can, type Viewer } from '#shared/access.ts'
import { clashCodes, clashesAmong, clashingStores, storesApart, widestRatio, type ClashCode, type ClashRule } from '#shared/clash-rules.ts'
import type { ClashFacts } from '#shared/clash-facts.ts'
import type { CatalogueClashKind } from '#shared/clash-kinds.ts'
import type {
  CatalogueClash,
  CatalogueClashesCsvRequest,
  CatalogueClashesRequest,
  CatalogueClashesResponse,
  IgnoredClash,
} from '#shared/catalogue-clashes.ts'
import type { IncompleteStores } from '#shared/catalogue.ts'
import { foldText } from '#shared/fold-text.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { decodeClashCursor, encodeClashCursor } from '#server/catalogue/clash-cursor.ts'
import { comparedAt, type ClashPlace, type ComparedCode, type Comparing } from '#server/catalogue/compared.ts'
import { ignoredCodes, type ClashMark } from '#server/catalogue/ignored-repo.ts'
import { findPriceTolerance } from '#server/catalogue/setting-repo.ts'
import { copiedStores, copiesUsed, type CopiedStore } from '#server/catalogue/states.ts'
import type { StoreRow } from '#server/stores/service.ts'

type ClashFilter = Omit<CatalogueClashesCsvRequest, 'storeIds'>
/**
 * `stores`: those whose copies are complete; in others, everything would be missing. `compared`: those of them of whose codes none are still to be
 * compared; in others, what clashes may not be found yet.
 */
type Comparison = Omit<Comparing, 'stores'> & {
  stores: readonly CopiedStore[]
  compared: readonly CopiedStore[]
  tolerance: number
  filter: ClashFilter
  /** Who is told what they may show again. null: nobody. */
  viewer: Viewer | null
}

/** The codes that a search may name as a whole. */
function namedCodes(search: string): string[] {
  const text = search.trim()
  return text === '' ? [] : [...new Set([text, text.toUpperCase()])]
}

/**
 * The codes that may clash, in pages. Those that the search names come first: people paste a code, and would otherwise wait until thousands of
 * others before it are looked at.
 */
async function* codePages(
  { catalogue, database }: Deps,
  by: ClashCode,
  { kinds, ignored, search }: ClashFilter,
  after: string | null,
): AsyncGenerator<string[]> {
  const limit = limits.clashes.atOnce
  if (ignored) {
    const codes = (await ignoredCodes(database.db, by)).filter((code) => after === null || code > after).toSorted()
    for (let from = 0; from < codes.length; from += limit) yield codes.slice(from, from + limit)
    return
  }
  const named = namedCodes(search)
  const isAmongNamed = after === null || named.includes(after)
  const left = isAmongNamed ? named.slice(after === null ? 0 : named.indexOf(after) + 1) : []
  if (left.length > 0) yield left
  for (let last = isAmongNamed ? null : after; ;) {
    const codes = await catalogue.clashCodes({ by, kinds, after: last, limit })
    const others = codes.filter((code) => !named.includes(code))
    if (others.length > 0) yield others
    if (codes.length < limit) return
    last = codes.at(-1) ?? null
  }
}

const ruleOf = ({ stores, tolerance }: Pick<Comparison, 'stores' | 'tolerance'>): ClashRule => ({
  currencies: new Map(stores.map(({ id, currency }) => [id, currency])),
  tolerance,
})

/** Whether prices differ by no more than when it was ignored. */
function isWithinRatio({ priceRatio }: ClashMark, facts: ClashFacts, rule: ClashRule): boolean {
  const ratio = priceRatio === null ? null : widestRatio(facts, rule)
  return priceRatio === null || (ratio !== null && ratio <= priceRatio)
}

/** Whether a person may show again what a mark ignores. */
export const mayRemove = (viewer: Viewer, { storeIds }: ClashMark): boolean =>
  [...storeIds].every((id) => can(viewer, 'products.update', id))

/** By which mark a clash is ignored. One of fewer stores than take part in it, or of prices that were closer, is about another clash. */
function ignoredBy(kind: CatalogueClashKind, { facts, marks }: ComparedCode, rule: ClashRule, viewer: Viewer | null): IgnoredClash | null {
  const clashing = clashingStores(kind, facts, rule)
  const ofThem = marks.filter((mark) => mark.kind === kind && clashing.every((id) => mark.storeIds.has(id)))
  const mark = ofThem.find((one) => isWithinRatio(one, facts, rule))
  if (!mark) return null
  const { reason, person, at } = mark
  return { kind, reason, person, at, canShowAgain: viewer !== null && ofThem.every((one) => mayRemove(viewer, one)) }
}

/** What clashes among the variants with a code. Null: nothing that is asked for. */
function clashAt(compared: ComparedCode, comparison: Comparison): CatalogueClash | null {
  const { place, facts, members, count } = compared
  const { stores, filter, viewer } = comparison
  const rule = ruleOf(comparison)
  const found = clashesAmong(place.by, facts, rule)
  const ignored = found.flatMap((kind) => ignoredBy(kind, compared, rule, viewer) ?? [])
  const isIgnored = (kind: CatalogueClashKind) => ignored.some((one) => one.kind === kind)
  const kinds = found.filter((kind) => filter.kinds.includes(kind) && isIgnored(kind) === filter.ignored)
  if (kinds.length === 0 || !compared.hasWords) return null
  const variants = stores.flatMap((store) =>
    members
      .filter(({ storeId }) => storeId === store.id)
      .map((member) => ({ ...member, storeName: store.name, currency: store.currency, asOf: store.checkedAt.toISOString() })),
  )
  const missingIn = stores.filter(({ id }) => !facts.has(id))
  return {
    ...place,
    kinds,
    ignored,
    variants,
    variantCount: count,
    priceStoreIds: kinds.includes('price') ? storesApart(facts, rule).toSorted() : [],
    missingIn: kinds.includes('missing') ? missingIn.map(({ id, name }) => ({ storeId: id, storeName: name })) : [],
  }
}

/** `read`: the variants that were read for it. */
type Looked = { place: ClashPlace; clash: CatalogueClash | null; read: number }

/** Looks at one code after the other, by SKU and then by barcode. */
async function* clashesAfter(deps: Deps, comparison: Comparison, after: ClashPlace | null): AsyncGenerator<Looked> {
  for (const by of clashCodes.slice(after ? clashCodes.indexOf(after.by) : 0))
    for await (const codes of codePages(deps, by, comparison.filter, after?.by === by ? after.code : null)) {
      for await (const compared of comparedAt(deps, by, codes, comparison))
        yield { place: compared.place, clash: clashAt(compared, comparison), read: compared.read }
      // On SQLite, nothing above waits for anything, and other calls would.
      await setImmediate()
    }
}

async function comparable(deps: Deps, stores: readonly StoreRow[]) {
  const [copied, tolerance] = await Promise.all([copiedStores(deps, stores), findPriceTolerance(deps.database.db)])
  // After the look at the copies, and before that at the codes: a store that was compared in between is compared.
  const uncompared = new Set(await deps.catalogue.uncompared())
  return { stores: copied, compared: copied.filter(({ id }) => !uncompared.has(id)), tolerance }
}

/** Those of the stores of which a comparison lacks something. */
export const notComparedAmong = async (deps: Deps, stores: readonly StoreRow[]): Promise<IncompleteStores> =>
  copiesUsed(stores, (await comparable(deps, stores)).compared).incomplete

const comparisonOf = async (
  deps: Deps,
  stores: readonly StoreRow[],
  filter: ClashFilter,
  { viewer = null, readAtMost = Number.POSITIVE_INFINITY }: Partial<Pick<Comparison, 'viewer' | 'readAtMost'>> = {},
): Promise<Comparison> => ({
  ...(await comparable(deps, stores)),
  filter,
  viewer,
  readAtMost,
  words: foldText(filter.search).split(' ').filter(Boolean),
})

/** One page of what clashes between stores. Throws INVALID_CURSOR. */
export async function listClashes(
  deps: Deps,
  { viewer, stores }: Pick<Comparison, 'viewer'> & { stores: readonly StoreRow[] },
  request: CatalogueClashesRequest,
): Promise<CatalogueClashesResponse> {
  const after = decodeClashCursor(deps, request)
  const comparison = await comparisonOf(deps, stores, request, { viewer })
  const used = copiesUsed(stores, comparison.stores, comparison.compared)
  const clashes: CatalogueClash[] = []
  let lookedAt = 0
  let readVariants = 0
  for await (const { place, clash, read } of clashesAfter(deps, comparison, after)) {
    if (clash) clashes.push(clash)
    lookedAt += 1
    readVariants += read
    if (clashes.length === request.limit || lookedAt === limits.clashes.forPage || readVariants >= limits.clashes.variantsRead)
      return { clashes, nextCursor: encodeClashCursor(deps, request, place), ...used }
  }
  return { clashes, nextCursor: null, ...used }
}

/** All clashes that fit, one after the other. */
export async function* allClashes(deps: Deps, stores: readonly StoreRow[], filter: ClashFilter): AsyncGenerator<CatalogueClash> {
  for await (const { clash } of clashesAfter(deps, await comparisonOf(deps, stores, filter), null)) if (clash) yield clash
}

/** `codes`: those that clash. `counts`: how many of them do in each way. `isAtLeast`: there may be more, because not all were looked at. */
type CountedClashes = { codes: number; counts: ReadonlyMap<CatalogueClashKind, number>; isAtLeast: boolean }

export async function countClashes(deps: Deps, stores: readonly StoreRow[], kinds: readonly CatalogueClashKind[]): Promise<CountedClashes> {
  const counts = new Map<CatalogueClashKind, number>()
  let codes = 0
  const filter = { kinds: [...kinds], search: '', ignored: false }
  let lookedAt = 0
  let readVariants = 0
  // What was found among the first variants of a code is a clash, whatever the others are.
  const comparison = await comparisonOf(deps, stores, filter, { readAtMost: limits.clashes.variantsRead })
  for await (const { clash, read } of clashesAfter(deps, comparison, null)) {
    codes += Number(clash !== null)
    for (const kind of clash?.kinds ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    lookedAt += 1
    readVariants += read
    if (lookedAt === limits.clashes.forCount || readVariants >= limits.clashes.variantsRead) return { codes, counts, isAtLeast: true }
  }
  return { codes, counts, isAtLeast: comparison.compared.length < comparison.stores.length }
}

/**
 * `storeIds`: the stores that take part in it. `priceRatio`: of a clash of prices; see `widestRatio`. `marks`: all of its kind, whether it is ignored
 * by them or by marks of other stores.
 */
type FoundClash = { storeIds: string[]; priceRatio: number | null; marks: ClashMark[] }

/** A clash between stores, ignored or not. null: they have no such clash. */
export async function findClash(
  deps: Deps,
  given: readonly StoreRow[],
  { by, code, kind }: ClashPlace & { kind: CatalogueClashKind },
): Promise<FoundClash | null> {
  const { stores, tolerance } = await comparable(deps, given)
  const rule = ruleOf({ stores, tolerance })
  const comparing = { stores, words: [], readAtMost: Number.POSITIVE_INFINITY }
  for await (const { facts, marks } of comparedAt(deps, by, [code], comparing))
    if (clashesAmong(by, facts, rule).includes(kind))
      return {
        storeIds: clashingStores(kind, facts, rule),
        priceRatio: kind === 'price' ? widestRatio(facts, rule) : null,
        marks: marks.filter((mark) => mark.kind === kind),
      }
  return null
}
