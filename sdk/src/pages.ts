import type { InputOf, OutputOf } from './operation.ts'
import type { CallOptions, Transport } from './transport.ts'

/** The lists that are read page by page, and the field of their answer that has the items. */
export const lists = {
  'products.list': 'products',
  'products.catalogue.search': 'products',
  'products.catalogue.changes': 'changes',
  'products.catalogue.clashes': 'clashes',
  'orders.list': 'orders',
  'stores.list': 'stores',
  'users.list': 'users',
  'export.jobs.list': 'jobs',
  'export.schedules.runs': 'runs',
  'profile.notifications.list': 'notifications',
  'settings.webhooks.deliveries': 'deliveries',
  'settings.audit': 'entries',
} as const
export type ListName = keyof typeof lists
export type ItemOf<Name extends ListName> = OutputOf<Name> extends Record<(typeof lists)[Name], (infer Item)[]> ? Item : never

export type PageOptions<Name extends ListName> = CallOptions & {
  /** Gets the answer of each page, with what it says beside its items. */
  onPage?: ((page: OutputOf<Name>) => void) | undefined
}

type Page = { nextCursor: string | null; warnings?: readonly string[]; incomplete?: readonly { storeName: string }[] }

const warningsIn = ({ warnings = [], incomplete = [] }: Page): string[] => [
  ...warnings,
  ...incomplete.map(({ storeName }) => `${storeName}: the copy is not complete, something may be missing`),
]

/**
 * Every item of a list, page by page. A page is fetched when its first item is read. `onWarning` gets each sentence that says what the list
 * lacks, once.
 */
export async function* each<Name extends ListName>(
  { call }: Transport,
  name: Name,
  input: InputOf<Name>,
  onWarning: (warning: string) => void,
  options: PageOptions<Name> = {},
): AsyncGenerator<ItemOf<Name>, void, undefined> {
  const said = new Set<string>()
  let cursor: string | null = null
  do {
    const asked: InputOf<Name> = cursor === null ? input : { ...input, cursor }
    const page: OutputOf<Name> & Page = Object.assign(await call(name, asked, options))
    options.onPage?.(page)
    for (const warning of warningsIn(page)) {
      if (!said.has(warning)) onWarning(warning)
      said.add(warning)
    }
    yield* Reflect.get(page, lists[name]) as ItemOf<Name>[]
    cursor = page.nextCursor
  } while (cursor !== null)
}
