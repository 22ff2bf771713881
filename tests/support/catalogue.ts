// The copy of the catalogues in a world, beside what its shops really sell.
import type { CopyProduct } from '#drizzle/catalogue/copy.ts'
import { createCatalogueKeeper, type KeeperOptions } from '#server/catalogue/keeper.ts'
import { catalogueStates } from '#server/catalogue/states.ts'
import { findStores } from '#server/stores/service.ts'
import type { CatalogueProduct as SoldProduct } from '#sandbox/catalogue/record.ts'
import type { Trade } from '#sandbox/start.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'
import { shopbase } from '#tests/platforms/shopbase/subject.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'
import { createWorld, testShops, type TestShop, type World } from '#tests/support/world.ts'

const subjects = { shopify, shopbase }

/** A product of a shop as a copy should have it. */
function expectedCopy(name: TestShop, product: SoldProduct, trade: Trade): CopyProduct {
  const { id, images, variants, createdAt, updatedAt, ...sold } = subjects[testShops[name].platform].exported(product, trade.catalogue())
  return {
    productId: id,
    title: sold.title,
    handle: sold.handle,
    image: images[0]?.url ?? null,
    status: sold.status,
    vendor: sold.vendor,
    productType: sold.productType,
    tags: sold.tags,
    createdAt: Date.parse(createdAt ?? ''),
    updatedAt: Date.parse(updatedAt ?? ''),
    variants: variants.map((variant) => ({
      id: variant.id,
      title: variant.optionValues.join(' / '),
      sku: variant.sku?.trim() ?? null,
      barcode: variant.barcode?.trim() ?? null,
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      stock: variant.inventoryTracker === null ? null : variant.inventoryQuantity,
    })),
  }
}

export type CatalogueStage = {
  world: World
  trade(name: TestShop): Trade
  /** What a shop sells, as a copy should have it, in the order of the ids. */
  sold(name: TestShop): CopyProduct[]
  /** The copy of a store, in the order of the ids. */
  copied(name: TestShop): Promise<CopyProduct[]>
  state(name: TestShop): Promise<CatalogueStore | undefined>
  /** Reads all stores that are due, with a keeper of its own. `offMs`: by how much the clock of its machine differs from that of the others. */
  keep(options?: KeeperOptions & { offMs?: number }): Promise<void>
  /** Lets time pass, here and in the shops. */
  later(ms: number): void
  /** The operations that a shop was asked for, in this order. */
  asked(name: TestShop): string[]
  [Symbol.asyncDispose](): Promise<void>
}

const pageSize = 500
export const minuteMs = 60_000
export const dayMs = 24 * 3_600_000
const noonMs = dayMs / 2

export async function createCatalogueStage(options: Parameters<typeof createWorld>[0] = {}): Promise<CatalogueStage> {
  const world = await createWorld(options)
  const { deps, sandbox, stores, clock } = world
  const trade = (name: TestShop) => sandbox.trade(testShops[name].host)
  async function wholeOf(storeId: string, productId: string): Promise<CopyProduct[]> {
    const found = await deps.catalogue.find(storeId, productId)
    if (!found) return []
    const { storeId: _store, priceMin: _min, priceMax: _max, stock: _stock, skus: _skus, variantCount: _count, ...product } = found
    return [product]
  }
  function later(ms: number) {
    clock.now += ms
    for (const name of Object.keys(testShops) as TestShop[]) trade(name).clock.leap(ms)
  }
  // At noon, so that no night of a shop begins between two steps.
  later(dayMs + noonMs - (clock.now % dayMs))
  return {
    world,
    trade,
    sold: (name) =>
      trade(name)
        .catalogue()
        .products.map((product) => expectedCopy(name, product, trade(name))),
    async copied(name) {
      const found: CopyProduct[] = []
      const ids = await deps.catalogue.ids(stores[name], null, pageSize)
      for (const { productId } of ids) found.push(...(await wholeOf(stores[name], productId)))
      return found
    },
    state: async (name) => (await catalogueStates(deps, await findStores(deps, [stores[name]])))[0],
    keep: ({ offMs = 0, ...given } = {}) => createCatalogueKeeper({ ...deps, now: () => deps.now() + offMs }, given).drain(),
    later,
    asked: (name) => sandbox.requests.filter((request) => request.shop === testShops[name].host).map(({ operation }) => operation),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
