import type { Document } from './document.ts'

/** The shop's name, currency and time zone, and the app's granted scopes. */
export const shopCheck: Document = {
  name: 'ShopCheck',
  cost: 3,
  text: `query ShopCheck {
  shop { name currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`,
}

/** Shopify refuses this query if the shop hides its product costs from the app, even where it has no products. */
export const costProbe: Document = {
  name: 'CostProbe',
  cost: 7,
  text: `query CostProbe {
  products(first: 1) { nodes { variants(first: 1) { nodes { inventoryItem { unitCost { amount } } } } } }
}`,
}

/** The services that ship the shop's goods: third parties, and "manual" and "gift_card", which have no location. */
export const fulfillmentServices: Document = {
  name: 'FulfillmentServices',
  cost: 3,
  text: `query FulfillmentServices {
  shop { fulfillmentServices { type handle location { id } } }
}`,
}
