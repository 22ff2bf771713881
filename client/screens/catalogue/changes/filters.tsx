import { Button } from '@mantine/core'
import { localZone } from '#client/format/local-midnight.ts'
import { ChoiceList } from '#client/ui/choice-list.tsx'
import { DayPeriod } from '#client/ui/day-period.tsx'
import { DayRangeFields, type DayRange } from '#client/ui/day-range.tsx'
import { FilterChips } from '#client/ui/filter-chips.tsx'
import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { catalogueChangesMessages } from '#shared/catalogue-changes-messages.ts'
import { catalogueChangeKinds } from '#shared/catalogue-changes-messages.ts'
import { CatalogueChangeKind } from '#shared/change-kinds.ts'
import { useCatalogueStores } from '#client/screens/catalogue/search.ts'
import { catalogueIdOf } from '#client/screens/catalogue/columns.tsx'
import { changeFilterChips, noChangeFilters, type ChangeFilterField } from './applied-filters.ts'
import { useChangesPage } from './changes-page.ts'
import classes from './changes.module.css'
import { useChangesSearch } from './search.ts'

const kinds = CatalogueChangeKind.options.map((value) => ({ value, label: catalogueChangeKinds[value] }))

function StoresFilter() {
  const { stores } = useCatalogueStores()
  const { search, change } = useChangesSearch()
  return (
    <ChoiceList
      label="Stores"
      choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={search.stores.filter((id) => stores.some((store) => store.id === id))}
      isSingle={false}
      onChoose={(chosen) => change({ stores: chosen, of: undefined })}
    />
  )
}

function KindsFilter() {
  const { search, change } = useChangesSearch()
  return (
    <ChoiceList
      label="Changes"
      choices={kinds}
      chosen={search.kinds}
      isSingle={false}
      onChoose={(chosen) => change({ kinds: CatalogueChangeKind.options.filter((kind) => chosen.includes(kind)) })}
    />
  )
}

/** By a name, and as two days of the reader. */
function PeriodFilter() {
  const { search, change } = useChangesSearch()
  const days = { from: search.from, to: search.to }
  const choose = ({ from, to }: DayRange) => change({ from, to })
  return (
    <div className={classes.period}>
      <DayPeriod value={days} onChange={choose} zones={[localZone]} anyLabel="Last 90 days" />
      <DayRangeFields value={days} onChange={choose} reversedMessage={catalogueChangesMessages.datesReversed} />
    </div>
  )
}

function ProductFilter() {
  const { change } = useChangesSearch()
  return (
    <Button variant="default" size="xs" onClick={() => change({ of: undefined })}>
      Changes of all products
    </Button>
  )
}

const editors = { stores: StoresFilter, kinds: KindsFilter, from: PeriodFilter, to: PeriodFilter, of: ProductFilter } satisfies Record<
  ChangeFilterField,
  () => unknown
>

/** The filters of the list, each in a menu of its own. */
export function ChangeFilterMenus() {
  const { search } = useChangesSearch()
  return (
    <div className={classes.menus} role="group" aria-label="Filters">
      <FilterMenu label="Store" count={search.stores.length}>
        <StoresFilter />
      </FilterMenu>
      <FilterMenu label="Change" count={search.kinds.length}>
        <KindsFilter />
      </FilterMenu>
      <FilterMenu label="Period" count={Number(search.from !== undefined || search.to !== undefined)}>
        <PeriodFilter />
      </FilterMenu>
    </div>
  )
}

/** The active filters as chips that can be changed and removed. */
export function ChangeChips() {
  const { stores } = useCatalogueStores()
  const { search, change } = useChangesSearch()
  const { data } = useChangesPage()
  const titleOf = (product: string) =>
    data?.changes.find((one) => catalogueIdOf(one) === product)?.title ?? product.split(':')[1] ?? product
  const chips = changeFilterChips(search, stores, titleOf)
  if (chips.length === 0) return null
  return (
    <div className={classes.chips}>
      <FilterChips chips={chips} onRemove={change} onClear={() => change(noChangeFilters)}>
        {(field) => {
          const Editor = editors[field]
          return <Editor />
        }}
      </FilterChips>
    </div>
  )
}
