import { Title } from '@mantine/core'
import { copyAge } from '#client/format/copy-age.ts'
import { useNow } from '#client/jobs/use-now.ts'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import type { CatalogueSummaryResponse, SummedStore } from '#shared/catalogue-clashes.ts'
import { productStatuses } from '#shared/products.ts'
import { capitalized } from '#client/format/words.ts'
import { CountCard } from './count-card.tsx'
import { useCatalogueSummary } from './catalogue-summary.ts'
import classes from './dashboard.module.css'
import { useFirstStores } from './first-stores.tsx'
import tables from './store-orders.module.css'

type Counts = SummedStore['statuses']
const sum = (counts: Counts, of: 'products' | 'variants' | 'outOfStock') => counts.reduce((all, count) => all + count[of], 0)
const total = ({ kinds }: { kinds: readonly { count: number }[] }) => kinds.reduce((all, { count }) => all + count, 0)

/** The products of one store, by status. */
function StoreFigures({ store, among, now }: { store: SummedStore; among: readonly string[]; now: number }) {
  const { storeName, statuses } = store
  return (
    <tr>
      <th scope="row">{storeName}</th>
      {among.map((status) => (
        <td key={status}>{(statuses.find((one) => one.status === status)?.products ?? 0).toLocaleString('en-US')}</td>
      ))}
      <td className={tables.wide}>{sum(statuses, 'variants').toLocaleString('en-US')}</td>
      <td>{sum(statuses, 'outOfStock').toLocaleString('en-US')}</td>
      <td className={tables.oldest}>{copyAge({ ...store, products: sum(statuses, 'products') }, now)}</td>
    </tr>
  )
}

/** The day of this machine, such as `2026-01-31`. */
const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE')

/** Whether a copy is kept of the store, and nothing tells that it is complete. */
const isPartOf = ({ state, checkedAt }: SummedStore) => state !== 'off' && checkedAt === null

function Figures({ summary: { stores, clashes, changes } }: { summary: CatalogueSummaryResponse }) {
  const now = useNow(0)
  const { shown, button } = useFirstStores(stores, 'catalogues')
  const all = stores.flatMap(({ statuses }) => statuses)
  const isPart = stores.some(isPartOf)
  // Ours, and then those that a shop has beside them, such as Shopify's `unlisted`.
  const among = [...new Set([...productStatuses, ...all.map(({ status }) => status)])]
  return (
    <section aria-labelledby="catalogue">
      <Title order={2} id="catalogue" mt="xl" mb="sm">
        Catalogue
      </Title>
      <dl className={classes.counts}>
        <CountCard label="Products" count={sum(all, 'products')} isAtLeast={isPart} to="/products/all" />
        <CountCard label="Out of stock" count={sum(all, 'outOfStock')} isAtLeast={isPart} to="/products/all" search={{ stock: 'out' }} />
        {stores.length > 1 && (
          <CountCard label="Clashes" count={clashes.codes} isAtLeast={clashes.isAtLeast || isPart} to="/products/all/clashes" />
        )}
        <CountCard
          label="Changes today"
          count={total(changes)}
          isAtLeast={changes.isAtLeast}
          to="/products/all/changes"
          search={{ from: dayOf(now) }}
        />
      </dl>
      <ScrollRegion label="Products by store" className={tables.scroll}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Store</th>
              {among.map((status) => (
                <th key={status} scope="col">
                  {capitalized(status)}
                </th>
              ))}
              <th scope="col" className={tables.wide}>
                Variants
              </th>
              <th scope="col">Out of stock</th>
              <th scope="col" className={tables.oldest}>
                Copy
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((store) => (
              <StoreFigures key={store.storeId} store={store} among={among} now={now} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {button}
    </section>
  )
}

/** The products of all stores in figures, from the copy that is kept of them. Nothing is shown where there is none. */
export function CatalogueFigures() {
  const { summary } = useCatalogueSummary()
  return summary && summary.stores.length > 0 ? <Figures summary={summary} /> : null
}
