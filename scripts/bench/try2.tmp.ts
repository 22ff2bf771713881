import { startSandbox } from '#sandbox/start.ts'
import { benchShops, accessToken } from './shops.ts'
import { createPlatforms } from '#server/platforms/registry.ts'
import { productFields } from '#shared/product-fields.ts'
import { exportPage } from '#server/platforms/shopify/export-documents.ts'
import { WireProducts } from '#server/platforms/shopify/export-wire.ts'
import { partsFor, wide } from '#server/platforms/shopify/export-parts.ts'
import { exportProduct } from '#server/platforms/shopify/export-map.ts'
import { productRows } from '#server/export/product-rows.ts'
import { csvWriter } from '#server/export/csv.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')
const sandbox = await startSandbox({ shops: [benchShops.small] })
const url = sandbox.endpoints[benchShops.small.host] + '/admin/api/2026-10/graphql.json'
const text = await (await fetch(url, {method:'POST', headers: {'x-shopify-access-token': accessToken, 'content-type':'application/json'}, body: JSON.stringify({query: exportPage.text, variables: {...partsFor(productFields), ...wide, after: 'eyJsYXN0X2lkIjo4MDAwMDEwNDQ0ODAsImxhc3RfdmFsdWUiOjgwMDAwMTA0NDQ4MH0=', query: ''}})})).text()
console.log('text bytes', Buffer.byteLength(text), text.length, 'gz', (await import('node:zlib')).gzipSync(text, {level:1}).length, text.slice(0,1500))
const mem = () => { gc(); gc(); return process.memoryUsage().heapUsed / 1e6 }
const keep: any[] = []
let before = mem()
const step = (name: string, f: () => any) => { const t = performance.now(); const v = f(); const ms = performance.now() - t; keep.push(v); const now = mem(); console.log(name, (now - before).toFixed(2), 'MB', ms.toFixed(1), 'ms'); before = now; return v }
for (let i = 0; i < 6; i++) {
  keep.length = 0; before = mem()
const copy = step('text', () => Buffer.from(Buffer.from(text)).toString('utf8'))
const json = step('JSON.parse', () => JSON.parse(copy))
const wire = step('zod', () => WireProducts.parse(json.data.products.nodes))
const prods = step('map', () => wire.map(exportProduct))
const rows = step('rows', () => prods.flatMap(productRows(productFields, 0)))
console.log(rows.length)
const w = csvWriter({bom:true, protectFormulas:true, delimiter: ','})
const csv = step('csv', () => rows.map(w.row).join(''))
}
await sandbox.close()
