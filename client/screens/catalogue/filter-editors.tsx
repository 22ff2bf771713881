import { ChoiceList, type Choice } from '#client/ui/choice-list.tsx'
import { UrlSelect } from '#client/ui/url-select.tsx'
import type { CatalogueProduct } from '#shared/catalogue.ts'
import { CatalogueSearch } from '#shared/catalogue-search.ts'
import { catalogueFilterWords, stockChoices, type CatalogueFilterField } from './applied-filters.ts'
import { useCataloguePage } from './catalogue-page.ts'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'

function StoresChoice() {
  const { stores } = useCatalogueStores()
  const { search, change } = useCatalogueSearch()
  return (
    <ChoiceList
      label="Stores"
      choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={search.stores.filter((id) => stores.some((store) => store.id === id))}
      isSingle={false}
      onChoose={(chosen) => change({ stores: chosen })}
    />
  )
}

function StockChoice() {
  const { search, changeAndWait } = useCatalogueSearch()
  return (
    <UrlSelect
      label="Stock"
      data={stockChoices}
      value={search.stock ?? ''}
      onChoose={(value) => changeAndWait({ stock: CatalogueSearch.shape.stock.parse(value) })}
      data-autofocus
    />
  )
}

const valuesOf = {
  vendor: ({ vendor }: CatalogueProduct) => [vendor],
  productType: ({ productType }: CatalogueProduct) => [productType],
  tag: ({ tags }: CatalogueProduct) => tags,
} as const

/** Chooses values that are typed, or that the products of the page have. */
function ValuesChoice({ field }: { field: keyof typeof valuesOf }) {
  const { search, change } = useCatalogueSearch()
  const { data } = useCataloguePage()
  const found = new Set(data?.products.flatMap(valuesOf[field]).filter(Boolean))
  const choices: Choice[] = [...found].toSorted().map((value) => ({ value, label: value }))
  return (
    <ChoiceList
      label={catalogueFilterWords[field].name}
      choices={choices}
      chosen={search[field]}
      isSingle={false}
      acceptsTyped
      onChoose={(chosen) => change({ [field]: chosen })}
    />
  )
}

/** Changes one filter. */
export function CatalogueFilterEditor({ field }: { field: CatalogueFilterField }) {
  if (field === 'stores') return <StoresChoice />
  if (field === 'stock') return <StockChoice />
  return <ValuesChoice field={field} />
}
