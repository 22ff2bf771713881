import type { FilterWording } from '#client/format/filter-words.ts'
import { dayInWords } from '#client/format/words.ts'
import { chipsInUse, countInUse } from '#client/ui/filters-in-use.ts'
import { catalogueChangeKinds } from '#shared/catalogue-changes-messages.ts'
import type { CatalogueChangesSearch } from '#shared/catalogue-changes-search.ts'
import type { Store } from '#shared/stores.ts'

export const noChangeFilters = {
  stores: [],
  kinds: [],
  from: undefined,
  to: undefined,
  of: undefined,
} satisfies Partial<CatalogueChangesSearch>
export type ChangeFilterField = keyof typeof noChangeFilters

const kindNames: Readonly<Record<string, string>> = catalogueChangeKinds

const changeFilterWords = {
  stores: { name: 'Store' },
  kinds: { name: 'Change', say: (kind: string) => kindNames[kind] ?? kind },
  from: { name: 'From', say: dayInWords },
  to: { name: 'To', say: dayInWords },
  of: { name: 'Product' },
} satisfies Record<ChangeFilterField, FilterWording>

/** Whether anything narrows the list. */
export const areChangesNarrowed = (search: CatalogueChangesSearch): boolean => countInUse(changeFilterWords, search) > 0

/** A chip for each value in use. `titleOf`: the title of a product. */
export function changeFilterChips(search: CatalogueChangesSearch, stores: readonly Store[], titleOf: (product: string) => string) {
  const names = new Map(stores.map(({ id, name }) => [id, name]))
  const known = { ...search, stores: search.stores.filter((id) => names.has(id)) }
  const words = {
    ...changeFilterWords,
    stores: { name: 'Store', say: (id: string) => names.get(id) ?? id },
    of: { name: 'Product', say: titleOf },
  }
  return chipsInUse(words, known)
}
