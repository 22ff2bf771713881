import { Text } from '@mantine/core'
import { api } from '#client/api.ts'
import { reasonOf } from '#client/failure.ts'
import { localZone } from '#client/format/local-midnight.ts'
import { formatMoney } from '#client/format/money.ts'
import { Moment } from '#client/format/moment.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import classes from '#client/ui/panel-table.module.css'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Section } from '#client/ui/section.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { catalogueChangesMessages as messages } from '#shared/catalogue-changes-messages.ts'
import { catalogueChangeKinds } from '#shared/catalogue-changes-messages.ts'
import { type CatalogueChange } from '#shared/catalogue-changes.ts'
import { limits } from '#shared/limits.ts'
import { ChangeValues } from './change-values.tsx'
import own from './product-history.module.css'
import { changesIn, priceHistory, stockHistory, type PricedVariant } from './value-history.ts'
import { shownTime, ValueLine } from './value-line.tsx'

const listedAtMost = 10

const Row = ({ change }: { change: CatalogueChange }) => (
  <tr>
    <th scope="row" className={own.kind}>
      {catalogueChangeKinds[change.kind]}
      {change.variant && <div className={classes.more}>{change.variant}</div>}
    </th>
    <td>
      <ChangeValues change={change} />
    </td>
    <td>
      <Moment at={change.at} zone={localZone} />
    </td>
  </tr>
)

/** What the history of a product is told with. */
type Priced = { variants: readonly PricedVariant[]; currency: string }

/** How price and stock went. Each has a line only if it has changed. */
function Lines({ product, changes, now }: { product: Priced; changes: readonly CatalogueChange[]; now: number }) {
  const { variants, currency } = product
  const price = priceHistory(changesIn(currency, changes), variants)
  const stock = stockHistory(changes)
  const time = shownTime([price, stock], now)
  const digits = Math.max(0, ...variants.map((variant) => variant.price.split('.')[1]?.length ?? 0))
  return (
    <>
      {price && (
        <ValueLine
          label={variants.length > 1 ? 'Lowest price' : 'Price'}
          history={price}
          say={(value) => (value === null ? 'none' : formatMoney(value.toFixed(digits), currency))}
          time={time}
        />
      )}
      {stock && (
        <ValueLine
          label="Stock"
          history={stock}
          say={(value) => (value === null ? 'not counted' : value.toLocaleString('en-US'))}
          time={time}
        />
      )}
    </>
  )
}

type Props = {
  storeId: string
  productId: string
  /** As it is now. null: it is gone. */
  product: Priced | null
  /** Shows nothing in place of a sentence where no change is known. */
  isQuiet?: boolean
}

/** What has changed of one product: its price and stock as lines, and the newest changes. */
export function ProductHistory({ storeId, productId, product, isQuiet = false }: Props) {
  const query = api.products.catalogue.changes.useQuery({ storeIds: [storeId], productId, limit: limits.maxPageSize })
  const { data, error, dataUpdatedAt } = query
  if (isQuiet && !data?.changes.length) return null
  const body = () => {
    if (error)
      return (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {reasonOf(error, messages.loadFailed)}
        </Text>
      )
    if (!data) return <CentredSpinner label="Loading changes" />
    if (data.changes.length === 0)
      return (
        <Text size="sm" c="dimmed">
          {messages.noneOfProduct}
        </Text>
      )
    return (
      <>
        {product && <Lines product={product} changes={data.changes} now={dataUpdatedAt} />}
        <ScrollRegion className={classes.region} label="Newest changes">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Change</th>
                <th scope="col">Before → after</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {data.changes.slice(0, listedAtMost).map((change) => (
                <Row key={change.id} change={change} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        <ButtonLink
          size="xs"
          mt="sm"
          to="/products/all/changes"
          search={{ stores: isQuiet ? [storeId] : [], of: `${storeId}:${productId}` }}
        >
          All changes
        </ButtonLink>
      </>
    )
  }
  return <Section title="Changes">{body()}</Section>
}
