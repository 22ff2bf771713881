import { idOf } from './plan.ts'
import type { Growing } from './plan.ts'
import type { CatalogueMedia, CatalogueProduct, CatalogueStatus } from './record.ts'
import { later, someTime } from './times.ts'
import { NO_CHOICE, optionsOf, variantsOf } from './variants.ts'
import type { OptionDraft } from './variants.ts'
import { ADJECTIVES, CATEGORIES, COLORS, FINISHES, MATERIALS, NOUNS, PRODUCT_TYPES, SELLER_CODES, SIZES, TAGS, VENDORS } from './words.ts'
import { pictureBase } from '../picture.ts'

const STATUSES: readonly [CatalogueStatus, ...CatalogueStatus[]] = [
  'ACTIVE',
  'ACTIVE',
  'ACTIVE',
  'ACTIVE',
  'ACTIVE',
  'ACTIVE',
  'DRAFT',
  'DRAFT',
  'ARCHIVED',
  'UNLISTED',
]

/** Lower-case Latin letters and digits joined by "-". Text without any of these gives an empty text. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** `count` images of one product, of 800 to 2,048 pixels; every third has no alternative text. */
export function imagesOf(growing: Growing, title: string, count: number): CatalogueMedia[] {
  const { plan, index } = growing
  return Array.from({ length: count }, (_, n) => {
    const id = idOf(plan.platform, 'media', index, n)
    const url = `${pictureBase}/${plan.host}/products/${index}-${n + 1}.jpg?v=${id.slice(-6)}`
    return {
      id,
      kind: 'IMAGE' as const,
      url,
      alt: n % 3 === 2 ? null : `${title}, view ${n + 1}`,
      width: 800 + (n % 4) * 416,
      height: 800 + (n % 3) * 400,
    }
  })
}

function someOptions({ random }: Growing): readonly OptionDraft[] {
  if (random.chance(0.4)) return NO_CHOICE
  const color: OptionDraft = { name: 'Color', values: random.some(COLORS, 3) }
  if (random.chance(0.5)) return [color]
  const size: OptionDraft = { name: 'Size', values: random.some(SIZES, 3) }
  return random.chance(0.9) ? [size, color] : [size, color, { name: 'Finish', values: random.some(FINISHES, 2) }]
}

function someTitle({ random }: Growing): string {
  const title = `${random.pick(ADJECTIVES)} ${random.pick(MATERIALS)} ${random.pick(NOUNS)}`
  return random.chance(0.3) ? `${title} ${random.pick(SELLER_CODES)}` : title
}

/** Small shops use only the first part of the tags. */
function someTags({ random, plan }: Growing): string[] {
  const known = TAGS.slice(0, 40 + Math.floor(plan.products / 20))
  return random.some(known, random.int(7)).toSorted()
}

/** A usual product: random within normal bounds, and always the same at the same index of the same plan. */
export function ordinary(growing: Growing): CatalogueProduct {
  const { random, plan, index, collections } = growing
  const title = someTitle(growing)
  const drafts = someOptions(growing)
  const media = imagesOf(growing, title, random.int(7))
  const createdAt = someTime(random)
  const status = random.pick(STATUSES)
  const hasSeo = random.chance(0.3)
  return {
    id: idOf(plan.platform, 'product', index),
    title,
    handle: `${slug(title)}-${index}`,
    vendor: random.pick(VENDORS),
    productType: random.pick(PRODUCT_TYPES),
    status,
    bodyHtml: random.chance(0.1)
      ? ''
      : `<p>${title}, made in small batches.</p>\n<ul><li>Lasts &amp; lasts</li><li>Ships in ${1 + random.int(5)} days</li></ul>`,
    tags: someTags(growing),
    category: plan.platform === 'shopify' && random.chance(0.8) ? random.pick(CATEGORIES) : null,
    createdAt,
    updatedAt: later(random, createdAt),
    publishedAt: status === 'ACTIVE' || status === 'UNLISTED' ? later(random, createdAt) : null,
    templateSuffix: plan.platform === 'shopify' && random.chance(0.1) ? 'landing' : null,
    isGiftCard: false,
    seoTitle: hasSeo ? `Buy ${title}` : null,
    seoDescription: hasSeo ? `${title}: see it, like it, keep it.` : null,
    options: optionsOf(growing, drafts),
    variants: variantsOf(growing, drafts, media),
    media,
    collectionIds: random.some(collections, random.int(4)).map((collection) => collection.id),
    customOptions: [],
  }
}
