import { AppError } from '#shared/errors.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { fulfillmentServices } from '#server/platforms/shopify/documents.ts'
import { FulfillmentServicesData } from '#server/platforms/shopify/wire.ts'

/** Somebody who keeps goods for a shop and ships them, and the location that stands for them. */
export type Service = { handle: string; locationId: string }

/** Those of a shop; `null` where it does not show its locations to us (the scope read_locations). */
export async function readServices(client: ShopifyClient, signal?: AbortSignal): Promise<readonly Service[] | null> {
  try {
    const pace = { patience: patience.interactive, signal }
    const { shop } = await client.ask(fulfillmentServices, FulfillmentServicesData, {}, pace)
    return shop.fulfillmentServices.flatMap(({ type, handle, location }) =>
      type === 'THIRD_PARTY' && location ? [{ handle, locationId: location.id }] : [],
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_LACKS_SCOPE') return null
    throw error
  }
}

const alias = (index: number) => `service${index}`

/**
 * What to ask of an inventory item to learn which services keep it, by GraphQL's words for their locations. The list of its levels
 * would cost a page five times as much as one of them, and be one connection more than a bulk operation may have.
 */
export function stockText(locations: readonly string[]): string {
  return locations.map((location, index) => `${alias(index)}: inventoryLevel(locationId: ${location}) { id }`).join(' ')
}

/** The first of the services that keep an inventory item, by what was answered. */
export function serviceStocking(item: Readonly<Record<string, unknown>>, services: readonly Service[]): Service | undefined {
  return services.find((_, index) => item[alias(index)])
}
