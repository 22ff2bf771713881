import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { ProductDetail, ProductImage } from '#shared/product-detail.ts'
import type { ProductVariant } from '#shared/product-variant.ts'
import type { ImagePatch, ProductUpdateRequest, VariantPatch } from '#shared/product-edit.ts'
import { productMessages } from '#shared/product-messages.ts'
import { isUnique } from '#shared/unique.ts'
import type { ProductChange } from '#server/platforms/port.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

export type ProductPatch = Omit<ProductUpdateRequest, 'storeId' | 'productId' | 'expectedUpdatedAt'>
type Known = { id: string }

/**
 * The known item that each patch changes: the one with the patch's id, or the first similar one that no other patch changes. null: a new
 * item. Throws INVALID_INPUT for an unknown id and for an item that is listed twice.
 */
function matched<Thing extends Known, Patch extends { id?: string | undefined }>(
  known: readonly Thing[],
  patches: readonly Patch[],
  { path, unknown, twice, likeness }: { path: string; unknown: string; twice: string; likeness: (one: Thing | Patch) => string },
): { patch: Patch; thing: Thing | null }[] {
  const named = patches.flatMap(({ id }) => id ?? [])
  if (!isUnique(named)) refuseField(path, twice)
  const taken = new Set(named)
  const byId = new Map(known.map((thing) => [thing.id, thing]))
  const alike = Map.groupBy(known, likeness)
  return patches.map((patch, index) => {
    const thing = patch.id === undefined ? alike.get(likeness(patch))?.find(({ id }) => !taken.has(id)) : byId.get(patch.id)
    if (!thing && patch.id !== undefined) refuseField(`${path}.${index}.id`, unknown)
    if (thing) taken.add(thing.id)
    return { patch, thing: thing ?? null }
  })
}

/** The known items that have no match. */
function missing<Thing extends Known>(known: readonly Thing[], matches: readonly { thing: Thing | null }[]): Thing[] {
  const kept = new Set(matches.map(({ thing }) => thing?.id))
  return known.filter(({ id }) => !kept.has(id))
}

function assertComplete(list: 'variants' | 'images', left: readonly string[]) {
  if (left.length === 0) return
  const issues = left.map((message) => ({ path: list, message }))
  throw new AppError('WOULD_REMOVE', productMessages.wouldRemove(list, left), { issues })
}

const variantLabel = ({ id, optionValues, sku }: ProductVariant) => `${optionValues.join(' / ') || id}${sku ? ` (${sku})` : ''}`
const imageLabel = ({ id, url }: ProductImage) => url ?? id

function variantsAfter(before: ProductDetail, options: readonly string[], patches: readonly VariantPatch[], removeMissing: boolean) {
  const matches = matched(before.variants, patches, {
    path: 'variants',
    unknown: productMessages.unknownVariant,
    twice: productMessages.variantTwice,
    likeness: ({ optionValues = [] }) => JSON.stringify(optionValues),
  })
  const variants = matches.map(({ patch, thing }, index) => {
    const price = patch.price ?? thing?.price ?? refuseField(`variants.${index}.price`, productMessages.priceNeeded)
    const optionValues = patch.optionValues ?? thing?.optionValues ?? []
    return { ...patch, price, optionValues, ...(thing ? { id: thing.id } : {}) }
  })
  if (variants.some(({ optionValues }) => optionValues.length !== options.length)) refuseField('variants', messages.products.valuesNeeded)
  if (!isUnique(variants.map(({ optionValues }) => JSON.stringify(optionValues))))
    refuseField('variants', messages.products.variantRepeated)
  if (!removeMissing) assertComplete('variants', missing(before.variants, matches).map(variantLabel))
  return variants
}

function imagesAfter(before: ProductDetail, patches: readonly ImagePatch[], removeMissing: boolean) {
  const matches = matched(before.images, patches, {
    path: 'images',
    unknown: productMessages.unknownImage,
    twice: productMessages.imageTwice,
    // Without a URL, an image is similar to no other.
    likeness: ({ id, url }) => url ?? `id ${id}`,
  })
  const removed = missing(before.images, matches)
  if (!removeMissing) assertComplete('images', removed.map(imageLabel))
  return {
    images: matches.map(({ patch: { url = '', alt }, thing }) => (thing ? { id: thing.id, alt } : { url, alt: alt ?? null })),
    removedImages: removed.map(({ id }) => id),
  }
}

/**
 * The data to send to the shop. Its lists replace the old ones, so every variant and image that stays is identified by its id. Throws
 * WOULD_REMOVE where a list leaves out items of the product, and INVALID_INPUT where a list does not fit the product.
 */
export function changeOf(
  before: ProductDetail,
  { variants, images, removeMissing, options = before.options, ...plain }: ProductPatch,
): ProductChange {
  return {
    ...plain,
    ...(variants ? { options, variants: variantsAfter(before, options, variants, removeMissing) } : {}),
    ...(images ? imagesAfter(before, images, removeMissing) : {}),
  }
}
