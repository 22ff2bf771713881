import type { World } from '#tests/support/world.ts'

/** A secret of 32 bytes for tests. */
export const appSecret = Buffer.alloc(32, 7).toString('base64')

type Installed = Pick<World, 'sandbox' | 'databaseUrl' | 'folder'>

/** The environment of a world's server that answers at `origin`. */
export function environmentOf(world: Installed, origin: string): Record<string, string> {
  const { account, endpoint, tokenEndpoint } = world.sandbox.sheets
  return {
    NODE_ENV: 'test',
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.folder,
    EXPORT_FOLDER: world.folder,
    APP_SECRET: appSecret,
    APP_URL: origin,
    PLATFORM_ENDPOINTS: JSON.stringify(world.sandbox.endpoints),
    GOOGLE_SERVICE_ACCOUNT: JSON.stringify(account),
    GOOGLE_SHEETS_ENDPOINT: endpoint,
    GOOGLE_TOKEN_ENDPOINT: tokenEndpoint,
  }
}
