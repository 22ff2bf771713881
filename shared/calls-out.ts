/**
 * The tRPC calls that wait for a shop or for Google. Their procedures declare it as `callsOut`. The client imports only types from the
 * server, so it needs this list. A test compares both.
 */
export const callsOut: readonly string[] = [
  'export.orders.estimate',
  'export.orders.preview',
  'export.orders.sheet',
  'export.productsEstimate',
  'export.productsPreview',
  'export.sheets.validate',
  'export.sheets.verify',
  'orders.count',
  'orders.get',
  'orders.list',
  'products.count',
  'products.create',
  'products.get',
  'products.list',
  'products.markets',
  'products.metadata',
  'products.metafields',
  'products.update',
  'settings.destinations.test',
  'settings.google.save',
  'settings.google.test',
  'settings.system.check',
  'settings.webhooks.test',
  'stores.create',
  'stores.finishConnect',
  'stores.test',
  'stores.update',
]
