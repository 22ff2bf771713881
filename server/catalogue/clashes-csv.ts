import type { CatalogueClash, CatalogueClashesCsvRequest, ClashingVariant } from '#shared/catalogue-clashes.ts'
import { catalogueClashesMessages } from '#shared/catalogue-clashes-messages.ts'
import { CsvOptions } from '#shared/export.ts'
import type { Deps } from '#server/deps.ts'
import { allClashes, notComparedAmong } from '#server/catalogue/clashes.ts'
import { Download } from '#server/procedure/download.ts'
import { csvWriter } from '#server/rows/csv.ts'
import type { StoreRow } from '#server/stores/service.ts'

const columns = {
  store_name: 'storeName',
  store_id: 'storeId',
  product_id: 'productId',
  title: 'title',
  status: 'status',
  variant_id: 'variantId',
  variant: 'variant',
  sku: 'sku',
  barcode: 'barcode',
  price: 'price',
  currency: 'currency',
  stock: 'stock',
  as_of: 'asOf',
} as const satisfies Record<string, keyof ClashingVariant>

const header = ['by', 'code', 'clashes', 'missing_in', 'ignored', 'variants', ...Object.keys(columns)]

/** A row for each variant with the code, or, where these are many, for the first ones of each store. */
const rowsOf = ({ by, code, kinds, ignored, variants, variantCount, missingIn }: CatalogueClash) =>
  variants.map((variant) => [
    by,
    code,
    kinds.join(', '),
    missingIn.map(({ storeName }) => storeName).join(', '),
    ignored.map(({ kind, reason }) => `${kind}: ${reason}`).join(', '),
    variantCount,
    ...Object.values(columns).map((field) => variant[field]),
  ])

/** All clashes that fit as a CSV file, compared during the download. Its warning names the stores that are not compared. */
export async function clashesCsv(deps: Deps, stores: readonly StoreRow[], filter: CatalogueClashesCsvRequest): Promise<Download> {
  const incomplete = await notComparedAmong(deps, stores)
  const warning = incomplete.length > 0 ? catalogueClashesMessages.notCompared(incomplete.map(({ storeName }) => storeName)) : null
  const { start, row } = csvWriter(CsvOptions.parse({}), header, ['code', 'sku', 'barcode'])
  async function* body() {
    yield start(header)
    for await (const clash of allClashes(deps, stores, filter)) yield rowsOf(clash).map(row).join('')
  }
  return new Download(`catalogue_clashes_${new Date(deps.now()).toISOString().slice(0, 10)}.csv`, body(), warning)
}
