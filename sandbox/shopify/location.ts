import type { CatalogueVariant } from '../catalogue/record.ts'
import type { ShopifySettings } from '../settings.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { gid, requireScope } from './world.ts'
import type { Fields } from './world.ts'
import type { PlacedVariant } from './variant.ts'

/** The location of goods: the shop's own warehouse, or the stock of a fulfilment service. */
type Location = { readonly number: number; readonly service: string | null }
type Level = { readonly variant: CatalogueVariant; readonly location: Location }
type Service = { readonly handle: string; readonly type: 'MANUAL' | 'GIFT_CARD' | 'THIRD_PARTY'; readonly location: Location | null }

const warehouse: Location = { number: 1, service: null }
const locationsOf = ({ fulfillmentServices = [] }: ShopifySettings): Location[] =>
  fulfillmentServices.map((service, n) => ({ number: n + 2, service }))

/** Every shop has the first two, which have no stock. */
const servicesOf = (settings: ShopifySettings): Service[] => [
  { handle: 'manual', type: 'MANUAL', location: null },
  { handle: 'gift_card', type: 'GIFT_CARD', location: null },
  ...locationsOf(settings).map((location) => ({ handle: location.service ?? '', type: 'THIRD_PARTY' as const, location })),
]

/** The shop's warehouse also has some of a service's goods. */
function levelsOf(variant: CatalogueVariant, settings: ShopifySettings): Level[] {
  const kept = locationsOf(settings).filter(({ service }) => service === variant.fulfillmentService)
  const isHere = kept.length === 0 || Number(variant.id.slice(-2)) % 2 === 1
  return [...(isHere ? [warehouse] : []), ...kept].map((location) => ({ variant, location }))
}

const locationGid = ({ number }: Location) => gid('Location', String(number))

export const shopServices: Fields<unknown> = {
  fulfillmentServices: (_source, _args, { shop }) => servicesOf(shop.settings),
}

export const stockFields: Fields<PlacedVariant, PageArgs & { locationId?: string }> = {
  inventoryLevel: ({ variant }, { locationId }, { shop }) =>
    levelsOf(variant, shop.settings).find(({ location }) => locationGid(location) === locationId) ?? null,
  inventoryLevels: ({ variant }, args, { shop }) =>
    connectionOf(
      listingOf(
        levelsOf(variant, shop.settings),
        ({ location }) => String(location.number),
        ({ location }) => location.number,
      ),
      args,
    ),
}

export const levelFields: Fields<Level> = {
  id: ({ variant, location }) => gid('InventoryLevel', `${location.number}?inventory_item_id=${variant.inventoryItemId}`),
  isActive: () => true,
  location: ({ location }, _args, world, info) => {
    requireScope(world, 'read_locations', info)
    return location
  },
}

export const locationFields: Fields<Location> = {
  id: locationGid,
  name: ({ service }) => service ?? 'Warehouse',
  isFulfillmentService: ({ service }) => service !== null,
  fulfillmentService: ({ service }, _args, { shop }) => servicesOf(shop.settings).find(({ handle }) => handle === (service ?? 'manual')),
}

export const serviceFields: Fields<Service> = {
  id: ({ handle }) => gid('FulfillmentService', handle),
  serviceName: ({ handle }) => handle,
  location: ({ location }, _args, world, info) => {
    requireScope(world, 'read_locations', info)
    return location
  },
}
