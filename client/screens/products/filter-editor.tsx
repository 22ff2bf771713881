import { Button, Loader, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '#client/failure.ts'
import { ChoiceList, type Choice } from '#client/ui/choice-list.tsx'
import { DayPeriod } from '#client/ui/day-period.tsx'
import { DayRangeFields, type DayRange } from '#client/ui/day-range.tsx'
import classes from '#client/ui/list.module.css'
import { UrlSelect } from '#client/ui/url-select.tsx'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import { ProductStatus, productStatuses, type ProductMetadata } from '#shared/products.ts'
import { capitalized } from '#client/format/words.ts'
import type { Store } from '#shared/stores.ts'
import { activeProductTab, type ProductFilterField } from './applied-filters.ts'
import { useMetadata, type Metadata } from './metadata.ts'
import type { ChoiceField } from './request.ts'
import { useProductSearch } from './search.ts'

const same = (value: string): Choice => ({ value, label: value })

/** The filters with the store's own values, in screen order. */
export const choices: Record<ChoiceField, { label: string; choicesIn: (metadata: ProductMetadata) => Choice[] }> = {
  tag: { label: 'Tag', choicesIn: ({ tags }) => tags.map(same) },
  collection: { label: 'Collection', choicesIn: ({ collections }) => collections.map(({ id, title }) => ({ value: id, label: title })) },
  productType: { label: 'Types', choicesIn: ({ types }) => types.map(same) },
}

/** The content of a dropdown. It also covers loading and failure. */
function Loaded({ metadata, children }: { metadata: Metadata; children: (values: ProductMetadata) => ReactNode }) {
  const { data, error, isFetching, refetch } = metadata
  if (data) return children(data)
  if (isFetching || !error) return <Loader size="sm" m="md" role="status" aria-label="Loading" />
  return (
    <div role="alert" className={classes.note}>
      {say(error)}
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  )
}

/** Chooses from the values of the store. */
export function ProductChoice({ store, field }: { store: Store; field: ChoiceField }) {
  const { search, change } = useProductSearch()
  const metadata = useMetadata(store.id, true)
  return (
    <Loaded metadata={metadata}>
      {(values) => (
        <ChoiceList
          label={choices[field].label}
          choices={choices[field].choicesIn(values)}
          chosen={search[field]}
          isSingle={traits[store.platform].filters[field] === 'one'}
          onChoose={(chosen) => change({ [field]: chosen })}
        />
      )}
    </Loaded>
  )
}

/** Chooses the days on which the products were created. */
export function ProductDays({ store }: { store: Store }) {
  const { search, change } = useProductSearch()
  const days = { from: search.createdAfter, to: search.createdBefore }
  const changeDays = ({ from, to }: DayRange) => change({ createdAfter: from, createdBefore: to })
  return (
    <Stack gap="xs">
      <DayPeriod value={days} onChange={changeDays} zones={[store.timezone]} />
      <DayRangeFields value={days} onChange={changeDays} reversedMessage={messages.products.datesReversed} />
    </Stack>
  )
}

function StatusChoice() {
  const { search, changeAndWait } = useProductSearch()
  const choose = (value: string) => {
    const status = ProductStatus.safeParse(value).data
    return changeAndWait({ status, tab: activeProductTab({ ...search, status }) })
  }
  return (
    <UrlSelect
      label="Status"
      data={[{ value: '', label: 'Any' }, ...productStatuses.map((value) => ({ value, label: capitalized(value) }))]}
      value={search.status ?? ''}
      onChoose={choose}
      data-autofocus
    />
  )
}

/** Changes one filter that is in use. The search text stands in its own field. */
export function ProductFilterEditor({ store, field }: { store: Store; field: Exclude<ProductFilterField, 'search'> }) {
  if (field === 'status') return <StatusChoice />
  if (field === 'createdAfter' || field === 'createdBefore') return <ProductDays store={store} />
  return <ProductChoice store={store} field={field} />
}
