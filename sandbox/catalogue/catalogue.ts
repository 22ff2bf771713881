import { ordinary, slug } from './ordinary.ts'
import { idOf } from './plan.ts'
import type { CataloguePlan } from './plan.ts'
import { hash, randomFrom } from './random.ts'
import type { Catalogue, CatalogueCollection, CatalogueProduct } from './record.ts'
import { someTime } from './times.ts'
import { twisted, uglyIndex, withHugeIds } from './ugly.ts'
import type { Ugly } from './ugly.ts'
import { ADJECTIVES, NOUNS } from './words.ts'

const AWKWARD_COLLECTIONS = ['Đồ gia dụng', '新着 & 人気', 'Sale, up to 50%', 'Levi\'s "Originals"', '=Home', 'Frontpage']

/** Returns at least 70, so that one product can be in more than 60. */
function growCollections(plan: CataloguePlan): CatalogueCollection[] {
  return Array.from({ length: 70 + Math.floor(plan.products / 100) }, (_, index) => {
    const random = randomFrom(hash(`${plan.host} collection ${index}`))
    const title = AWKWARD_COLLECTIONS[index] ?? `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}s ${index}`
    const kind = random.chance(0.5) ? 'custom' : 'smart'
    return { id: idOf(plan.platform, 'collection', index), title, handle: `${slug(title)}-c${index}`, kind, updatedAt: someTime(random) }
  })
}

function growProduct(plan: CataloguePlan, collections: readonly CatalogueCollection[], index: number): CatalogueProduct {
  const growing = { plan, index, collections, random: randomFrom(hash(`${plan.host} product ${index}`)) }
  const product = twisted(ordinary(growing), growing)
  const isLast = index === plan.products - 1
  return isLast && plan.platform === 'shopify' && index > uglyIndex('customOptions') ? withHugeIds(product) : product
}

const grown = new Map<string, Catalogue>()

/** The goods of a shop. The same plan always gives the same goods, and the same object within a process. */
export function catalogueOf(plan: CataloguePlan): Catalogue {
  const key = JSON.stringify([plan.host, plan.platform, plan.products, plan.timezone, plan.fulfillmentServices])
  const known = grown.get(key)
  if (known) return known
  const collections = growCollections(plan)
  const catalogue = { collections, products: Array.from({ length: plan.products }, (_, index) => growProduct(plan, collections, index)) }
  grown.set(key, catalogue)
  return catalogue
}

/** An awkward product by its name. They are at the start of a catalogue. */
export function uglyProduct(catalogue: Catalogue, name: Ugly): CatalogueProduct {
  const product = catalogue.products[uglyIndex(name)]
  if (!product) throw new Error(`this catalogue is too small to hold "${name}"`)
  return product
}
