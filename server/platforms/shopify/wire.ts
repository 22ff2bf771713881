import { z } from 'zod'

/**
 * The parts of Shopify's answers that we read. Fields that a query may leave out are optional. Fields are nullable where Shopify's schema
 * says so.
 */

export const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
export type PageInfo = z.infer<typeof PageInfo>

export const ShopCheckData = z.object({
  shop: z.object({ name: z.string(), currencyCode: z.string(), ianaTimezone: z.string() }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

export const FulfillmentServicesData = z.object({
  shop: z.object({
    fulfillmentServices: z.array(z.object({ type: z.string(), handle: z.string(), location: z.object({ id: z.string() }).nullable() })),
  }),
})
