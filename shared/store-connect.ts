import { z } from 'zod'
import { messages } from '#shared/messages.ts'
import { isShopRefusal, type ShopRefusal } from '#shared/shop-refusals.ts'
import { checkDomain, RefuseIfLimited, Secret, StoreFields, StoreId } from '#shared/stores.ts'

/** Where a shop sends the browser after an approval. It belongs into the app's settings, behind the address of the product. */
export const connectCallback = '/api/v1/stores/connect/callback'

const App = {
  clientId: Secret.min(1, messages.stores.secretNeeded.clientId),
  clientSecret: Secret.min(1, messages.stores.secretNeeded.clientSecret),
}

export const StoreConnectRequest = z
  .strictObject({
    name: StoreFields.shape.name,
    platform: StoreFields.shape.platform,
    domain: StoreFields.shape.domain,
    active: StoreFields.shape.active.default(true),
    locationId: StoreFields.shape.locationId.default(null),
    currency: StoreFields.shape.currency.optional().describe("The shop's own where left out."),
    timezone: StoreFields.shape.timezone.optional().describe("The shop's own where left out."),
    ...App,
  })
  .superRefine(checkDomain)
export type StoreConnectRequest = z.infer<typeof StoreConnectRequest>

/** Both or none: without them, the app stays that the store is connected with. */
export const StoreReconnectRequest = z
  .strictObject({ id: StoreId, clientId: App.clientId.optional(), clientSecret: App.clientSecret.optional() })
  .refine(({ clientId, clientSecret }) => (clientId === undefined) === (clientSecret === undefined), {
    path: ['clientSecret'],
    message: messages.stores.reenterCredentials,
  })
export type StoreReconnectRequest = z.infer<typeof StoreReconnectRequest>

/** The address that a shop sends the browser to. */
export const StoreRedirectResponse = z.object({ redirectUrl: z.url() })

/** `url`: the page of the shop where the app is approved. */
export const StoreConnectResponse = z.object({ url: z.url() })
export type StoreConnectResponse = z.infer<typeof StoreConnectResponse>

export const StoreFinishRequest = z.strictObject({
  refuseIfLimited: RefuseIfLimited.default(false),
})
export type StoreFinishRequest = z.infer<typeof StoreFinishRequest>

/** The end of an approval in the address of the stores screen: the shop has approved, or why not. */
export const ConnectOutcome = z.custom<'approved' | ShopRefusal>((given) => given === 'approved' || isShopRefusal(given))
export type ConnectOutcome = z.infer<typeof ConnectOutcome>
