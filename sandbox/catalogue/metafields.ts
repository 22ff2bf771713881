import { hash } from './random.ts'
import type { CatalogueProduct } from './record.ts'

/** A shop's definition of a metafield of products. */
export type MetafieldDefinition = { readonly namespace: string; readonly key: string; readonly name: string; readonly type: string }
export type Metafield = Omit<MetafieldDefinition, 'name'> & { readonly value: string }

type Grown = MetafieldDefinition & {
  /** Whether the shop still has the definition. Values outlive it. */
  readonly isDeleted?: boolean
  /** The value of a product by its number; null: none. */
  readonly value: (product: CatalogueProduct, number: number) => string | null
}

/** 5,000 characters. */
const story = 'Woven by hand, washed in the rain, and dried in wind. '.repeat(95).slice(0, 5_000)

const grown: readonly Grown[] = [
  {
    namespace: 'custom',
    key: 'material',
    name: 'Material',
    type: 'single_line_text_field',
    value: (_product, number) =>
      number % 9 === 4 ? '=HYPERLINK("http://evil.example","Click")' : number % 4 === 1 ? null : 'Cotton, organic',
  },
  {
    namespace: 'custom',
    key: 'care',
    name: 'Care "instructions"',
    type: 'multi_line_text_field',
    value: ({ vendor }, number) => (number % 5 === 2 ? null : `Wash at 30 °C\nDo not bleach, says ${vendor}`),
  },
  {
    namespace: 'custom',
    key: 'story',
    name: 'Story',
    type: 'multi_line_text_field',
    value: (_product, number) => (number % 6 === 3 ? story : null),
  },
  {
    namespace: 'custom',
    key: 'features',
    name: 'Features',
    type: 'list.single_line_text_field',
    value: (_product, number) => (number % 3 === 0 ? JSON.stringify(['Recyclable', 'Vegan, certified', `No. ${number}`]) : null),
  },
  {
    namespace: 'specs',
    key: 'thread-count',
    name: 'Thread count',
    type: 'number_integer',
    value: (_product, number) => String(number * 10 - 50),
  },
  {
    namespace: 'specs',
    key: 'ratio',
    name: 'Ratio',
    type: 'number_decimal',
    value: (_product, number) => (number % 2 === 0 ? `${number}.5` : `1234567890123.${number}23456789`),
  },
  { namespace: 'custom', key: 'badge', name: 'Badge', type: 'single_line_text_field', value: () => null },
  {
    namespace: 'custom',
    key: 'season',
    name: 'Season',
    type: 'single_line_text_field',
    isDeleted: true,
    value: (_product, number) => (number % 2 === 0 ? 'Summer 2021' : null),
  },
]

/** The definitions, without those that were deleted. */
export const metafieldDefinitions: readonly MetafieldDefinition[] = grown.filter(({ isDeleted }) => isDeleted !== true)

/** The metafields of a product that have a value, also those whose definition was deleted. */
export function metafieldsOf(product: CatalogueProduct): Metafield[] {
  const number = hash(product.id) % 90
  return grown.flatMap(({ namespace, key, type, value }) => {
    const text = value(product, number)
    return text === null ? [] : [{ namespace, key, type, value: text }]
  })
}
