import type { Document } from './document.ts'

/** The shop's name, currency and time zone, and what it granted us. */
export const shopCheck: Document = {
  name: 'ShopCheck',
  cost: 3,
  text: `query ShopCheck {
  shop { name currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`,
}

/** Refused where the shop keeps its costs from us, whatever product it has. */
export const costProbe: Document = {
  name: 'CostProbe',
  cost: 7,
  text: `query CostProbe {
  products(first: 1) { nodes { variants(first: 1) { nodes { inventoryItem { unitCost { amount } } } } } }
}`,
}

/** Who ships the shop's goods: services of others, and "manual" and "gift_card", which have no location. */
export const fulfillmentServices: Document = {
  name: 'FulfillmentServices',
  cost: 3,
  text: `query FulfillmentServices {
  shop { fulfillmentServices { type handle location { id } } }
}`,
}
