import { z } from 'zod'
import { isTimezone } from '#shared/stores.ts'
import { decimalOf, decimalText } from '#server/platforms/money.ts'

/**
 * The parts of ShopBase's answers that we read (its Swagger 2.0). Real answers deviate from it: numbers are sent as text and texts as
 * numbers, flags as 0 and 1, times in seconds or as ISO text, and a list of one item as the item itself. Empty values are "", null, 0 or
 * missing. This file and the order schemas handle all these forms.
 */

export const Id = z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)]).transform(String)
/** A value that is text or may be read as text. */
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String)
export const looseText = scalar.nullish().transform((value) => value ?? '')
export const textOrNull = scalar.nullish().transform((value) => value || null)
const amount = z.union([z.number().transform(decimalOf), z.string().transform(decimalText)])
const emptyAsNull = (value: unknown) => (value === '' ? null : value)
const zeroOrOne = z.union([z.literal(0), z.literal(1)]).transform(Boolean)
export const looseFlag = z.preprocess(
  emptyAsNull,
  z
    .union([z.boolean(), zeroOrOne, z.stringbool()])
    .nullish()
    .transform((value) => value ?? null),
)
const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
const number = z.preprocess(
  emptyAsNull,
  numeric.nullish().transform((value) => value ?? null),
)
export const requiredInteger = numeric.pipe(z.int())
export const time = z.union([z.number(), z.string()]).nullish()

/**
 * A time as ISO text in UTC: it comes as seconds since 1970, also as text, or as ISO text with any offset. null: no time, which is also sent
 * as 0 or "". undefined: it cannot be read.
 */
export function timeIn(value: z.infer<typeof time>): string | null | undefined {
  if (value === null || value === undefined || Number(value) === 0) return null
  const date = new Date(typeof value === 'number' || /^\d+$/.test(value) ? Number(value) * 1000 : value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** A time that a row is not worth losing for. */
export const isoTime = (value: z.infer<typeof time>): string | null => timeIn(value) ?? null

/** null, 0 and "" mean no image. */
const ImageId = z
  .union([Id, z.literal('')])
  .nullish()
  .transform((id) => (id === undefined || id === '' || id === '0' ? null : id))

/** A list. A single item becomes a list of one, an empty value an empty list. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === null || value === undefined || value === '' ? [] : [value].flat()), z.array(item))

/** An object, or nothing: null, "" or an empty list. */
export const perhaps = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === '' || (Array.isArray(value) && value.length === 0) ? null : value), item.nullish())

export const tags = z
  .union([z.string().transform((joined) => joined.split(',')), z.array(scalar)])
  .nullish()
  .transform((parts) => (parts ?? []).map((tag) => tag.trim()).filter((tag) => tag !== ''))

const Image = z.object({ id: Id, src: z.string(), alt_text: textOrNull })

const Variant = z.object({
  id: Id,
  sku: textOrNull,
  barcode: textOrNull,
  price: amount,
  compare_at_price: amount.nullish(),
  cost_per_item: amount.nullish(),
  option1: textOrNull,
  option2: textOrNull,
  option3: textOrNull,
  weight: number,
  weight_unit: z.enum(['g', 'kg', 'lb', 'oz']).nullish().catch(null),
  inventory_management: textOrNull,
  inventory_quantity: number,
  inventory_policy: z.enum(['deny', 'continue']).nullish().catch(null),
  fulfillment_service: textOrNull,
  requires_shipping: looseFlag,
  taxable: looseFlag,
  image_id: ImageId,
})
export type ShopbaseVariant = z.infer<typeof Variant>

const published = { published: looseFlag, published_at: time }

const ShopbaseListedProduct = z.object({
  id: Id,
  title: looseText,
  vendor: looseText,
  product_type: looseText,
  image: perhaps(z.object({ src: z.string(), alt_text: textOrNull })).catch(null),
  ...published,
  tags,
  created_at: time,
  updated_at: time,
  /** Missing unless they are asked for. */
  options: list(z.object({ name: looseText })),
  variants: list(Variant),
})
export type ShopbaseListedProduct = z.infer<typeof ShopbaseListedProduct>
export const shopbaseListedProduct = { noun: 'product', shape: ShopbaseListedProduct }
export const ListedProducts = z.object({ products: z.array(z.unknown()) })
export const ProductIds = z.object({ products: z.array(z.object({ id: Id })) })

export const ShopbaseProductSchema = z.object({
  id: Id,
  title: looseText,
  handle: looseText,
  body_html: looseText,
  vendor: looseText,
  product_type: looseText,
  tags,
  ...published,
  created_at: time,
  updated_at: time,
  collection_ids: list(Id),
  custom_options: list(z.unknown()),
  options: list(z.object({ name: looseText })),
  images: list(Image),
  variants: list(Variant),
  metafields_global_title_tag: textOrNull,
  metafields_global_description_tag: textOrNull,
})
export type ShopbaseProduct = z.infer<typeof ShopbaseProductSchema>
export const shopbaseProduct = { noun: 'product', shape: ShopbaseProductSchema }

/** The part of a row that the request for the next page needs. */
export const OutlineRow = z.object({ id: Id })

/**
 * It is unknown whether every shop reports its currency and time zone. They are null where they are missing or invalid; only the name is
 * required.
 */
const Facts = z.object({
  name: z.string(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .catch(null),
  iana_timezone: z.string().refine(isTimezone).nullable().catch(null),
})
export const ShopbaseShopAnswer = z.union([z.object({ shop: Facts }).transform(({ shop }) => shop), Facts])
export const CountAnswer = z.object({ count: z.int() })
export const TagsAnswer = z.object({ tags: list(z.string()) })
export const TypesAnswer = z.object({ types: list(z.string()) })

const Collections = z.array(z.object({ id: Id, title: z.string() }))
/** The Swagger has the last key in the singular. Both forms are accepted, because the real one is unknown. */
export const CollectionsAnswer = z
  .object({ collections: Collections, custom_collections: Collections, custom_collection: Collections, smart_collections: Collections })
  .partial()
  .transform((answer) => answer.collections ?? answer.custom_collections ?? answer.custom_collection ?? answer.smart_collections ?? [])
