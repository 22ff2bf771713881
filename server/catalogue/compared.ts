// The variants with a code, as far as a clash has to know them: in memory are at most those that are listed, however many have the code.
import { setImmediate } from 'node:timers/promises'
import { addFacts, type ClashFacts } from '#shared/clash-facts.ts'
import { comparedAtMost, type ClashCode, type ClashMember } from '#shared/clash-rules.ts'
import { foldText } from '#shared/fold-text.ts'
import type { CopyVariantPlace } from '#drizzle/catalogue/copy.ts'
import type { Deps } from '#server/deps.ts'
import { findIgnored, type ClashMark } from '#server/catalogue/ignored-repo.ts'
import type { StoreRow } from '#server/stores/service.ts'

export type ClashPlace = { by: ClashCode; code: string }

/** `members`: of more than are read at once, the first ones of each store. `marks`: where its clashes are ignored. `read`: variants that were read. */
export type ComparedCode = {
  place: ClashPlace
  facts: ClashFacts
  members: readonly ClashMember[]
  count: number
  marks: readonly ClashMark[]
  hasWords: boolean
  read: number
}

export type Comparing = { stores: readonly StoreRow[]; words: readonly string[]; readAtMost: number }

/** Takes one variant after the other. */
function codeComparison(place: ClashPlace, { stores, words }: Comparing, marks: readonly ClashMark[], listsAll: boolean) {
  const facts: ClashFacts = new Map()
  const members: ClashMember[] = []
  const listedOfEach = listsAll ? comparedAtMost : Math.max(1, Math.floor(comparedAtMost / stores.length))
  const missing = new Set(words)
  const look = (text: string) => {
    if (missing.size === 0) return
    const folded = foldText(text)
    for (const word of missing) if (folded.includes(word)) missing.delete(word)
  }
  look(place.code)
  let count = 0
  return {
    add: (member: ClashMember): void => {
      count += 1
      addFacts(facts, member)
      for (const text of [member.title, member.sku, member.barcode]) if (text) look(text)
      if ((facts.get(member.storeId)?.variants ?? 0) <= listedOfEach) members.push(member)
    },
    compared: (): ComparedCode => ({ place, facts, members, count, marks, hasWords: missing.size === 0, read: count }),
  }
}

/** Reads all variants with a code in pages, until so many were read. */
async function comparedInPages(
  { catalogue }: Deps,
  place: ClashPlace,
  comparing: Comparing,
  marks: readonly ClashMark[],
): Promise<ComparedCode> {
  const { add, compared } = codeComparison(place, comparing, marks, false)
  const storeIds = comparing.stores.map(({ id }) => id)
  let after: CopyVariantPlace | null = null
  let read = 0
  do {
    const {
      members,
      next,
      read: looked,
    }: Awaited<ReturnType<Deps['catalogue']['clashMemberPage']>> = await catalogue.clashMemberPage({
      ...place,
      storeIds,
      after,
    })
    for (const member of members) add(member)
    after = next
    read += looked
    // On SQLite, nothing above waits for anything, and other calls would.
    await setImmediate()
  } while (after !== null && read < comparing.readAtMost)
  return { ...compared(), read }
}

/** Reads the variants of some codes in these stores, one code after the other. */
export async function* comparedAt(deps: Deps, by: ClashCode, codes: readonly string[], comparing: Comparing): AsyncGenerator<ComparedCode> {
  const storeIds = comparing.stores.map(({ id }) => id)
  const [found, marked] = await Promise.all([deps.catalogue.clashMembers(by, codes, storeIds), findIgnored(deps.database.db, by, codes)])
  for (const code of codes) {
    const members = found.get(code) ?? []
    const marks = marked.get(code) ?? []
    if (members.length >= comparedAtMost) {
      const compared = await comparedInPages(deps, { by, code }, comparing, marks)
      yield { ...compared, read: compared.read + members.length }
    } else {
      const { add, compared } = codeComparison({ by, code }, comparing, marks, true)
      for (const member of members) add(member)
      yield compared()
    }
  }
}
