/**
 * The calls over tRPC whose answers wait for a shop or for Google. Their procedures declare it (`callsOut`); the client, which knows
 * types of the server alone, has it from here, and a test holds both together.
 */
export const callsOut: readonly string[] = [
  'export.orders.estimate',
  'export.orders.preview',
  'export.orders.sheet',
  'export.productsEstimate',
  'export.sheets.validate',
  'export.sheets.verify',
  'orders.count',
  'orders.get',
  'orders.list',
  'products.count',
  'products.create',
  'products.get',
  'products.list',
  'products.metadata',
  'products.update',
  'stores.create',
  'stores.test',
  'stores.update',
]
