import type { CatalogueProduct } from '../catalogue/record.ts'
import type { ImageEdit, ProductEdit, VariantEdit } from '../catalogue/edit.ts'
import type { CatalogueStatus, CatalogueVariant } from '../catalogue/record.ts'
import { requireScope } from './world.ts'
import type { Fields, World } from './world.ts'

type VariantInput = {
  id?: string | null
  optionValues: readonly { optionName?: string | null; name?: string | null }[]
  price?: string | null
  compareAtPrice?: string | null
  sku?: string | null
  barcode?: string | null
  inventoryPolicy?: CatalogueVariant['inventoryPolicy'] | null
}
type FileInput = { id?: string | null; originalSource?: string | null; alt?: string | null }
type ProductSetInput = {
  title?: string | null
  descriptionHtml?: string | null
  vendor?: string | null
  productType?: string | null
  tags?: readonly string[] | null
  status?: CatalogueStatus | null
  seo?: { title?: string | null; description?: string | null } | null
  files?: readonly FileInput[] | null
  productOptions?: readonly { name?: string | null; values?: readonly { name?: string | null }[] | null }[] | null
  variants?: readonly VariantInput[] | null
}
type SetArgs = { input: ProductSetInput; identifier?: { id?: string | null } | null }

class Refusal extends Error {
  readonly code: string
  readonly field: readonly string[]
  constructor(code: string, message: string, ...field: string[]) {
    super(message)
    this.code = code
    this.field = field
  }
}

/** The maximum per product. */
const MOST_VARIANTS = 2_048

const digits = (gid: string) => gid.replace(/^.*\//, '')
const twoPlaces = (amount: string) => Number(amount).toFixed(2)

function variantEdit(known: CatalogueProduct | null, names: readonly string[], input: VariantInput): VariantEdit {
  const id = input.id == null ? undefined : digits(input.id)
  if (id !== undefined && !known?.variants.some((variant) => variant.id === id))
    throw new Refusal('PRODUCT_VARIANT_DOES_NOT_EXIST', 'Product variant does not exist', 'input', 'variants', 'id')
  const optionValues = names.map((option) => input.optionValues.find(({ optionName }) => optionName === option)?.name)
  if (optionValues.some((value) => value == null))
    throw new Refusal('OPTION_VALUES_MISSING', 'The variant has no value for an option', 'input', 'variants', 'optionValues')
  return {
    id,
    optionValues: optionValues.map(String),
    ...(input.price == null ? {} : { price: twoPlaces(input.price) }),
    ...(input.compareAtPrice === undefined
      ? {}
      : { compareAtPrice: input.compareAtPrice === null ? null : twoPlaces(input.compareAtPrice) }),
    ...(input.sku === undefined ? {} : { sku: input.sku }),
    ...(input.barcode === undefined ? {} : { barcode: input.barcode }),
    ...(input.inventoryPolicy ? { inventoryPolicy: input.inventoryPolicy } : {}),
  }
}

/** The list of files replaces all media of a product, pictures and videos. */
function imageEdit(known: CatalogueProduct | null, { id, originalSource, alt }: FileInput): ImageEdit {
  if (id == null) return { url: originalSource ?? '', alt: alt || null }
  const medium = known?.media.find((one) => one.id === digits(id))
  if (!medium) throw new Refusal('INVALID_INPUT', 'File does not exist', 'input', 'files', 'id')
  return { id: medium.id, alt: alt === undefined ? undefined : alt || null }
}

/** Variants can be set only together with the options of their values. */
function choicesOf(
  known: CatalogueProduct | null,
  { productOptions, variants }: ProductSetInput,
): Pick<ProductEdit, 'options' | 'variants'> {
  if (!variants && !productOptions) return {}
  if (!variants)
    throw new Refusal('VARIANTS_INPUT_MISSING', 'Variants input is required when updating product options', 'input', 'variants')
  if (!productOptions)
    throw new Refusal('PRODUCT_OPTIONS_INPUT_MISSING', 'Product options input is required when updating variants', 'input', 'variants')
  const options = productOptions.map(({ name, values }) => ({ name: name ?? '', values: values?.map((value) => value.name ?? '') ?? [] }))
  if (variants.length > MOST_VARIANTS)
    throw new Refusal('VARIANTS_OVER_LIMIT', `Cannot create more than ${MOST_VARIANTS} variants`, 'input', 'variants')
  const names = options.map(({ name }) => name)
  return { options, variants: variants.map((variant) => variantEdit(known, names, variant)) }
}

function editOf(known: CatalogueProduct | null, input: ProductSetInput): ProductEdit {
  const title = input.title ?? undefined
  if (title === undefined ? !known : title.trim() === '') throw new Refusal('INVALID_PRODUCT', "Title can't be blank", 'input', 'title')
  return {
    ...(title === undefined ? {} : { title }),
    ...(input.descriptionHtml == null ? {} : { bodyHtml: input.descriptionHtml }),
    ...(input.vendor == null ? {} : { vendor: input.vendor }),
    ...(input.productType == null ? {} : { productType: input.productType }),
    ...(input.tags ? { tags: input.tags } : {}),
    ...(input.seo?.title === undefined ? {} : { seoTitle: input.seo.title }),
    ...(input.seo?.description === undefined ? {} : { seoDescription: input.seo.description }),
    status: input.status ?? undefined,
    images: input.files?.map((file) => imageEdit(known, file)),
    ...choicesOf(known, input),
  }
}

function set({ shop, index }: World, { input, identifier }: SetArgs): CatalogueProduct {
  if (identifier == null) return shop.saveProduct(null, editOf(null, input))
  const known = index.productById.get(digits(identifier.id ?? ''))
  if (!known) throw new Refusal('PRODUCT_DOES_NOT_EXIST', 'Product does not exist', 'identifier')
  return shop.saveProduct(known, editOf(known, input))
}

export const productMutations: Fields<unknown, SetArgs> = {
  productSet: (_source, args, world, info) => {
    requireScope(world, 'write_products', info)
    try {
      return { product: set(world, args), productSetOperation: null, userErrors: [] }
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      const { code, message, field } = refusal
      return { product: null, productSetOperation: null, userErrors: [{ code, message, field }] }
    }
  },
}
