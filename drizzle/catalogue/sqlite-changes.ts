import type { CatalogueCopy, CopyChange, CopyChangeKind, CopyChangeQuery } from '#drizzle/catalogue/copy.ts'
import type { ProductDifference } from '#drizzle/catalogue/differences.ts'
import { changesTable } from '#drizzle/catalogue/rows.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { productIdOf, productKey } from '#drizzle/catalogue/sqlite-ids.ts'

/** Changes that are removed in one transaction, so that others can write between. */
const removedAtOnce = 5_000

type Changed = { store: string; productId: string; title: string; at: number; currency: string | null }

/** Keeps what has changed of a product. */
export function noteDifferences(
  statements: Statements,
  { store, productId, title, at, currency }: Changed,
  differences: readonly ProductDifference[],
) {
  for (const { kind, variant, before, after } of differences)
    statements.run(
      `insert into ${changesTable} (store, key, title, kind, variant, before, after, currency, at)
       values (@store, @key, @title, @kind, @variant, @before, @after, @currency, @at)`,
      { store, key: productKey(productId), title, kind, variant, before, after, currency: kind === 'price' ? currency : null, at },
    )
}

async function removeWhere(file: CopyFile, condition: string, given: Record<string, unknown>) {
  const removeSome = (statements: Statements) => {
    const found = statements.all<{ id: number }>(`select id from ${changesTable} where ${condition} limit ${removedAtOnce}`, given)
    statements.run(`delete from ${changesTable} where id in (select value from json_each(@ids))`, {
      ids: JSON.stringify(found.map(({ id }) => id)),
    })
    return found.length
  }
  while ((await file.write(removeSome)) === removedAtOnce);
}

/** Removes all changes of a store. */
export const removeStoreChanges = (file: CopyFile, store: string): Promise<void> => removeWhere(file, 'store = @store', { store })

type Row = Omit<CopyChange, 'id' | 'storeId' | 'productId'> & { id: number; store: string; key: number | string }

const place = '(c.at, c.id) < (@placeAt, @placeId)'
/** The conditions of a query. Those of a product are found by its index, others by the time. */
const conditionsOf = ({ kinds, productId, from, until, after }: CopyChangeQuery): string[] => [
  'c.store in (select value from json_each(@storeIds))',
  ...(kinds ? ['c.kind in (select value from json_each(@kinds))'] : []),
  ...(productId === undefined ? [] : ['c.key = @key']),
  ...(from === undefined ? [] : ['c.at >= @from']),
  ...(until === undefined ? [] : ['c.at < @until']),
  ...(after ? [place] : []),
]

export const sqliteChanges = (file: CopyFile): Pick<CatalogueCopy, 'changes' | 'countChanges' | 'removeChanges'> => ({
  changes: (query) =>
    file.read((statements) => {
      const { storeIds, kinds, productId, from, until, after, limit } = query
      const rows = statements.all<Row>(
        `select c.id, c.store, c.key, c.title, c.kind, c.variant, c.before, c.after, c.currency, c.at from ${changesTable} c
         where ${conditionsOf(query).join(' and ')} order by c.at desc, c.id desc limit @limit`,
        {
          storeIds: JSON.stringify(storeIds),
          limit,
          ...(kinds && { kinds: JSON.stringify(kinds) }),
          ...(productId !== undefined && { key: productKey(productId) }),
          ...(from !== undefined && { from }),
          ...(until !== undefined && { until }),
          ...(after && { placeAt: after.at, placeId: Number(after.id) }),
        },
      )
      return rows.map(({ id, store, key, ...change }) => ({ ...change, id: String(id), storeId: store, productId: productIdOf(key) }))
    }),

  countChanges: (storeIds, since, atMost) =>
    file.read((statements) => {
      const rows = statements.all<{ kind: CopyChangeKind; changes: number }>(
        `select kind, count(*) as changes from (
           select c.kind from ${changesTable} c
           where c.at >= @since and c.store in (select value from json_each(@storeIds)) order by c.at desc limit @atMost
         ) group by kind`,
        { storeIds: JSON.stringify(storeIds), since, atMost },
      )
      return new Map(rows.map(({ kind, changes }) => [kind, changes]))
    }),

  removeChanges: (before) => removeWhere(file, 'at < @before', { before }),
})
