import { idOf } from './plan.ts'
import type { Growing } from './plan.ts'
import type { CatalogueMedia, CatalogueOption, CatalogueUnitPrice, CatalogueVariant, WeightUnit } from './record.ts'
import { COUNTRIES } from './words.ts'

const UNITS: readonly [WeightUnit, ...WeightUnit[]] = ['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']

/** An option without an id yet. */
export type OptionDraft = {
  readonly name: string
  readonly values: readonly string[]
  readonly linkedMetafield?: { readonly namespace: string; readonly key: string }
}

/** The option of a product without choices, as Shopify stores it. */
export const NO_CHOICE: readonly OptionDraft[] = [{ name: 'Title', values: ['Default Title'] }]

export function optionsOf(growing: Growing, drafts: readonly OptionDraft[]): CatalogueOption[] {
  return drafts.map((draft, n) => ({
    id: idOf(growing.plan.platform, 'option', growing.index, n),
    name: draft.name,
    values: draft.values,
    linkedMetafield: draft.linkedMetafield ?? null,
  }))
}

function combinations(options: readonly OptionDraft[]): string[][] {
  return options.reduce<string[][]>((rows, option) => rows.flatMap((row) => option.values.map((value) => [...row, value])), [[]])
}

/** Decimal text without padding, as Shopify's Decimal scalar prints it: "7.5", "0.99", "12". */
function plainDecimal(cents: number): string {
  return String(cents / 100)
}

/** Assigns the variants in turn: one to each service, two to the shop itself. */
function serviceFor({ plan: { fulfillmentServices: services = [] }, index }: Growing, part: number): string | null {
  return services[(index + part) % (services.length + 2)] ?? null
}

/** Half of the variants have none. */
const UNIT_PRICES: readonly CatalogueUnitPrice[] = [
  { total: 750, totalUnit: 'ML', base: 1, baseUnit: 'L' },
  { total: 12.5, totalUnit: 'KG', base: 100, baseUnit: 'G' },
]

/** One variant for each combination of option values. */
export function variantsOf(growing: Growing, drafts: readonly OptionDraft[], images: readonly CatalogueMedia[]): CatalogueVariant[] {
  const { random, plan, index } = growing
  const cents = 100 + random.int(20_000)
  const unit = random.pick(UNITS)
  const weight = { value: unit === 'GRAMS' ? 50 + random.int(2000) : (1 + random.int(40)) / 4, unit }
  const country = random.pick(COUNTRIES)
  const isCosted = random.chance(0.7)
  return combinations(drafts).map((optionValues, part) => {
    const price = cents + part * 50
    return {
      id: idOf(plan.platform, 'variant', index, part),
      inventoryItemId: idOf(plan.platform, 'item', index, part),
      title: optionValues.join(' / '),
      sku: random.chance(0.9) ? `SKU-${index}-${part + 1}` : null,
      barcode: random.chance(0.5) ? String(4_000_000_000_000 + index * 100 + part) : null,
      price: (price / 100).toFixed(2),
      compareAtPrice: random.chance(0.3) ? ((price + 500) / 100).toFixed(2) : null,
      unitCost: isCosted ? plainDecimal(Math.floor(price / 2)) : null,
      taxable: random.chance(0.9),
      taxCode: random.chance(0.05) ? 'PC040100' : null,
      inventoryPolicy: random.chance(0.8) ? 'DENY' : 'CONTINUE',
      inventoryQuantity: random.int(60) - 3,
      tracked: random.chance(0.9),
      requiresShipping: true,
      fulfillmentService: serviceFor(growing, part),
      weight,
      unitPrice: UNIT_PRICES[(index + part) % 4] ?? null,
      harmonizedSystemCode: random.chance(0.2) ? '610910' : null,
      countryCodeOfOrigin: random.chance(0.3) ? country : null,
      optionValues,
      mediaId: images.length > 0 && random.chance(0.6) ? (images[part % images.length]?.id ?? null) : null,
    }
  })
}
