import type { CatalogueVariant } from '../catalogue/record.ts'
import type { ShopifySettings } from '../settings.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { gid, requireScope } from './world.ts'
import type { Fields } from './world.ts'
import type { PlacedVariant } from './variant.ts'

/** Where goods lie: the shop's own warehouse, or what a fulfilment service keeps for it. */
type Place = { readonly number: number; readonly service: string | null }
type Level = { readonly variant: CatalogueVariant; readonly place: Place }
type Service = { readonly handle: string; readonly type: 'MANUAL' | 'GIFT_CARD' | 'THIRD_PARTY'; readonly place: Place | null }

const warehouse: Place = { number: 1, service: null }
const placesOf = ({ fulfillmentServices = [] }: ShopifySettings): Place[] =>
  fulfillmentServices.map((service, n) => ({ number: n + 2, service }))

/** Every shop has the first two, which keep nothing. */
const servicesOf = (settings: ShopifySettings): Service[] => [
  { handle: 'manual', type: 'MANUAL', place: null },
  { handle: 'gift_card', type: 'GIFT_CARD', place: null },
  ...placesOf(settings).map((place) => ({ handle: place.service ?? '', type: 'THIRD_PARTY' as const, place })),
]

/** Some of what a service keeps lies in the shop's warehouse, too. */
function levelsOf(variant: CatalogueVariant, settings: ShopifySettings): Level[] {
  const kept = placesOf(settings).filter(({ service }) => service === variant.fulfillmentService)
  const isHere = kept.length === 0 || Number(variant.id.slice(-2)) % 2 === 1
  return [...(isHere ? [warehouse] : []), ...kept].map((place) => ({ variant, place }))
}

const placeId = ({ number }: Place) => gid('Location', String(number))

export const shopServices: Fields<unknown> = {
  fulfillmentServices: (_source, _args, { shop }) => servicesOf(shop.settings),
}

export const stockFields: Fields<PlacedVariant, PageArgs & { locationId?: string }> = {
  inventoryLevel: ({ variant }, { locationId }, { shop }) =>
    levelsOf(variant, shop.settings).find(({ place }) => placeId(place) === locationId) ?? null,
  inventoryLevels: ({ variant }, args, { shop }) =>
    connectionOf(
      listingOf(
        levelsOf(variant, shop.settings),
        ({ place }) => String(place.number),
        ({ place }) => place.number,
      ),
      args,
    ),
}

export const levelFields: Fields<Level> = {
  id: ({ variant, place }) => gid('InventoryLevel', `${place.number}?inventory_item_id=${variant.inventoryItemId}`),
  isActive: () => true,
  location: ({ place }, _args, world, info) => {
    requireScope(world, 'read_locations', info)
    return place
  },
}

export const locationFields: Fields<Place> = {
  id: placeId,
  name: ({ service }) => service ?? 'Warehouse',
  isFulfillmentService: ({ service }) => service !== null,
  fulfillmentService: ({ service }, _args, { shop }) => servicesOf(shop.settings).find(({ handle }) => handle === (service ?? 'manual')),
}

export const serviceFields: Fields<Service> = {
  id: ({ handle }) => gid('FulfillmentService', handle),
  serviceName: ({ handle }) => handle,
  location: ({ place }, _args, world, info) => {
    requireScope(world, 'read_locations', info)
    return place
  },
}
