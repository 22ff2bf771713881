import { Button, Loader, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '#client/failure.ts'
import { ChoiceList, type Choice } from '#client/ui/choice-list.tsx'
import { DayPeriod } from '#client/ui/day-period.tsx'
import { DayRangeFields, type DayRange } from '#client/ui/day-range.tsx'
import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { fieldsOf } from '#client/ui/filters-in-use.ts'
import classes from '#client/ui/list.module.css'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import type { ProductMetadata } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import type { Metadata } from './metadata.ts'
import type { ChoiceField } from './request.ts'
import { useProductSearch } from './search.ts'

const same = (value: string): Choice => ({ value, label: value })

/** The dropdowns with the store's values, in screen order. */
const dropdowns: Record<ChoiceField, { label: string; choicesIn: (metadata: ProductMetadata) => Choice[] }> = {
  tag: { label: 'Tag', choicesIn: ({ tags }) => tags.map(same) },
  collection: { label: 'Collection', choicesIn: ({ collections }) => collections.map(({ id, title }) => ({ value: id, label: title })) },
  productType: { label: 'Types', choicesIn: ({ types }) => types.map(same) },
}
const choiceFields = fieldsOf(dropdowns)

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

export function ProductFilterFields({ store, metadata }: { store: Store; metadata: Metadata }) {
  const { search, change } = useProductSearch()
  const { filters } = traits[store.platform]
  const days = { from: search.createdAfter, to: search.createdBefore }
  const changeDays = ({ from, to }: DayRange) => change({ createdAfter: from, createdBefore: to })
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      {choiceFields
        .filter((field) => filters[field] !== 'none')
        .map((field) => (
          <FilterMenu key={field} label={dropdowns[field].label} count={search[field].length}>
            <Loaded metadata={metadata}>
              {(values) => (
                <ChoiceList
                  label={dropdowns[field].label}
                  choices={dropdowns[field].choicesIn(values)}
                  chosen={search[field]}
                  isSingle={filters[field] === 'one'}
                  onChoose={(chosen) => change({ [field]: chosen })}
                />
              )}
            </Loaded>
          </FilterMenu>
        ))}
      <FilterMenu label="Created date" count={[days.from, days.to].filter(Boolean).length}>
        <Stack gap="xs">
          <DayPeriod value={days} onChange={changeDays} zones={[store.timezone]} />
          <DayRangeFields value={days} onChange={changeDays} reversedMessage={messages.products.datesReversed} />
        </Stack>
      </FilterMenu>
    </div>
  )
}
