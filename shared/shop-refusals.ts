/** Why a shop was not connected, or is no longer connected: what happened, and what to do next. */
type Refusal = { sentence: string; next: string; field?: 'domain' | 'credential' | 'clientId' | 'clientSecret' }

/**
 * Every refusal on the ways to connect a shop, in the only place for their words. `field`: the field of the form that has to change. The
 * server's messages, the dialogs and the guide take them from here.
 */
export const shopRefusals = {
  shopNotPermitted: {
    sentence: "This app belongs to another Shopify organization than the shop, so its client ID and secret alone don't open it.",
    next: 'Choose “Approval in Shopify”: it takes the same client ID and secret, and the shop approves the app once.',
    field: 'credential',
  },
  appNotInstalled: {
    sentence: 'The app is not installed in this shop.',
    next: 'Install it from the Dev Dashboard, or choose “Approval in Shopify”, which installs it.',
    field: 'credential',
  },
  unknownApp: {
    sentence: 'Shopify knows no app with this client ID.',
    next: "Copy the client ID again from the app's settings in the Dev Dashboard.",
    field: 'clientId',
  },
  wrongSecret: {
    sentence: "Shopify refuses the client secret: it is not this app's.",
    next: "Copy the client secret again from the app's settings in the Dev Dashboard. After a rotation, only the new one works.",
    field: 'clientSecret',
  },
  wayNotAllowed: {
    sentence: "The app's settings do not allow this way of connecting.",
    next: 'Choose another kind of credentials.',
    field: 'credential',
  },
  expiringDemanded: {
    sentence: 'Shopify accepts only expiring tokens from this app.',
    next: 'Choose “Approval in Shopify”: it brings such a token, and the server renews it.',
    field: 'credential',
  },
  scopeRefused: {
    sentence: "Shopify refuses a scope that the app's settings lack.",
    next: "Add the scopes of this dialog to the app's settings, release a version of the app, and connect again.",
  },
  wrongRedirect: {
    sentence: 'Shopify shows “redirect_uri is not whitelisted”: it does not know the address to return to.',
    next: "Add the redirect URL of this dialog to the app's settings, character by character, and connect again.",
  },
  denied: { sentence: 'The approval was cancelled in Shopify.', next: 'Connect again and press Install there. No connection was saved.' },
  codeUsed: {
    sentence: "Shopify's approval was used already, or is too old.",
    next: 'Connect again. No connection was saved.',
  },
  badSignature: {
    sentence: "The signature of Shopify's answer does not fit the client secret.",
    next: "Copy the client secret again from the app's settings in the Dev Dashboard, and connect again. No connection was saved.",
  },
  otherShop: {
    sentence: 'Shopify answered for another shop than the one that was entered.',
    next: "Enter the address that the shop's admin shows under Settings, Domains, and connect again. No connection was saved.",
  },
  notBegun: {
    sentence: 'This connection was not begun in this browser and session, or more than 10 minutes ago.',
    next: 'If the store is not there, connect again, and approve in the same browser.',
  },
  notAllowed: {
    sentence: 'Your right to connect this store has ended.',
    next: 'Ask an administrator. No connection was saved.',
  },
  revoked: {
    sentence: 'Shopify no longer renews the access of the app: it was removed from the shop, or stood still for 90 days.',
    next: 'Edit the store and connect it again in Shopify.',
  },
  frozen: {
    sentence: 'The shop is frozen: Shopify waits for a payment of its owner.',
    next: "The owner settles the bill in the shop's admin. Then try again.",
  },
  locked: { sentence: 'Shopify has locked the shop.', next: "The shop's owner has to ask Shopify's support. Then try again." },
  closed: {
    sentence: 'No shop answers at this address: it was closed, or the address is wrong.',
    next: "Compare it with the address that the shop's admin shows under Settings, Domains.",
    field: 'domain',
  },
  unanswered: { sentence: 'Shopify did not answer.', next: 'Connect again in a moment. No connection was saved.' },
  other: { sentence: 'Shopify refused the connection.', next: "Compare the app's settings with this dialog, and connect again." },
} as const satisfies Record<string, Refusal>

export type ShopRefusal = keyof typeof shopRefusals

export const isShopRefusal = (kind: unknown): kind is ShopRefusal => typeof kind === 'string' && Object.hasOwn(shopRefusals, kind)

/** A refusal with its next step, as one text. */
export const refusalText = (kind: ShopRefusal): string => `${shopRefusals[kind].sentence} ${shopRefusals[kind].next}`

/** The field of a form that a refusal is about; undefined: none. */
export function refusedField(kind: ShopRefusal): Refusal['field'] {
  const refusal: Refusal = shopRefusals[kind]
  return refusal.field
}
