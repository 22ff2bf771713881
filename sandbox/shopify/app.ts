import type { ShopifySettings } from '../settings.ts'
import type { Shop } from '../shop.ts'

/** The app that the shop knows by its id; null where it knows none. */
export function appOf({ settings }: Shop<ShopifySettings>): NonNullable<ShopifySettings['app']> | null {
  const { app, credentials } = settings
  return app ?? ('clientId' in credentials ? credentials : null)
}

/** The token that the shop's admin showed once; null where none was made there. */
export function credentialOf({ settings: { credentials } }: Shop<ShopifySettings>): string | null {
  return 'accessToken' in credentials ? credentials.accessToken : null
}
