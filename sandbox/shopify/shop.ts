import { Temporal } from 'temporal-polyfill'
import { hash } from '../catalogue/random.ts'
import { gid } from './world.ts'
import type { Fields } from './world.ts'

/** Both fields use the request's shop in the world. */
export const shopFields: Fields<unknown> = {
  id: (_source, _args, { shop }) => gid('Shop', String(10_000_000_000 + hash(shop.settings.host))),
  name: (_source, _args, { shop }) => shop.settings.name,
  email: (_source, _args, { shop }) => `owner@${shop.settings.host}`,
  myshopifyDomain: (_source, _args, { shop }) => shop.settings.host,
  primaryDomain: (_source, _args, { shop }) => ({
    id: gid('Domain', '1'),
    host: shop.settings.host,
    url: `https://${shop.settings.host}`,
    sslEnabled: true,
  }),
  url: (_source, _args, { shop }) => `https://${shop.settings.host}`,
  currencyCode: (_source, _args, { shop }) => shop.settings.currency,
  ianaTimezone: (_source, _args, { shop }) => shop.settings.timezone,
  timezoneOffset: (_source, _args, { shop }) =>
    Temporal.Instant.fromEpochMilliseconds(Math.floor(shop.clock.now())).toZonedDateTimeISO(shop.settings.timezone).offset.replace(':', ''),
  weightUnit: () => 'KILOGRAMS',
  plan: () => ({ displayName: 'Basic', publicDisplayName: 'Basic', partnerDevelopment: false, shopifyPlus: false }),
  resourceLimits: () => ({ locationLimit: 10, maxProductOptions: 3, maxProductVariants: 2048, redirectLimitReached: false }),
}

export const installationFields: Fields<unknown> = {
  id: () => gid('AppInstallation', '1'),
  accessScopes: (_source, _args, { shop }) => shop.scopes.map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
}
