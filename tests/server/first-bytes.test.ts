// A download sends the rows of each page at once, however few and short they are.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const { north, print } = testShops
const pageRows = 250

let world: World
let owner: Caller
let url: string
beforeAll(async () => {
  const many = { products: 800, orders: 800 }
  world = await createWorld({ shops: { ...testShops, north: { ...north, ...many }, print: { ...print, ...many } } })
  owner = await world.signedIn('owner')
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const downloads = {
  "Shopify's products": {
    path: '/products/export/csv',
    operation: 'ExportPage',
    request: () => ({ storeId: world.stores.north, config: { fields: ['Title'] } }),
  },
  "Shopify's orders": {
    path: '/export/csv',
    operation: 'OrderExportPage',
    request: () => ({ storeIds: [world.stores.north], columns: ['orderName'] }),
  },
  "ShopBase's products": {
    path: '/products/export/csv',
    operation: '/admin/products.json',
    request: () => ({ storeId: world.stores.print, config: { fields: ['Title'] } }),
  },
  "ShopBase's orders": {
    path: '/export/csv',
    operation: '/admin/orders.json',
    request: () => ({ storeIds: [world.stores.print], columns: ['orderName'] }),
  },
} as const
type Downloaded = keyof typeof downloads

/** Reads a download until this many rows and their header have arrived, then disconnects. */
async function readRows(what: Downloaded, encoding: string, rows: number): Promise<string[]> {
  const { path, request } = downloads[what]
  const hangUp = new AbortController()
  const { body } = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', 'accept-encoding': encoding },
    body: JSON.stringify(request()),
    signal: hangUp.signal,
  })
  let text = ''
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.split('\r\n').length > rows + 1) break
  }
  hangUp.abort()
  return text.split('\r\n').slice(1, -1)
}

test.for(Object.keys(downloads).flatMap((what) => ['gzip', 'identity'].map((encoding) => [what as Downloaded, encoding] as const)))(
  '%s, %s: all pages that came are read while the next one hangs',
  async ([what, encoding]) => {
    for (const pages of [1, 2]) {
      const { operation } = downloads[what]
      world.sandbox.faults.add({ kind: 'hang', operation, after: pages })
      expect(await readRows(what, encoding, pages * pageRows)).toHaveLength(pages * pageRows)
      world.sandbox.faults.clear()
    }
  },
)
