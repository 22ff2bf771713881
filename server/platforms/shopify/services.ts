import { AppError } from '#shared/errors.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { fulfillmentServices } from '#server/platforms/shopify/documents.ts'
import { FulfillmentServicesData } from '#server/platforms/shopify/wire.ts'

/** A fulfilment service, and the location that represents it. */
export type Service = { handle: string; locationId: string }

/** The fulfilment services of a shop, or `null` where it hides its locations from us (scope read_locations). */
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
 * The GraphQL fields of an inventory item that show which services stock it, by location. A list of its levels would cost five times as
 * much as one level, and exceed the maximum number of connections of a bulk operation.
 */
export function stockText(locations: readonly string[]): string {
  return locations.map((location, index) => `${alias(index)}: inventoryLevel(locationId: ${location}) { id }`).join(' ')
}

/** The first service that stocks an inventory item, from the answer. */
export function serviceStocking(item: Readonly<Record<string, unknown>>, services: readonly Service[]): Service | undefined {
  return services.find((_, index) => item[alias(index)])
}
