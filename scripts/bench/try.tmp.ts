import { startNode } from '/work/main/scripts/bench/process.ts'
import { startServer } from '/work/main/scripts/bench/server.ts'
import { productFields } from '/work/main/shared/product-fields.ts'
{
await using sandbox = await startNode('scripts/bench/sandbox.ts', {}, () => true)
const { url, endpoints } = JSON.parse(sandbox.firstWord)
await using server = await startServer(endpoints)
for (const size of ['small','large','large','large'] as const) {
  console.log('before', server.peakMemory())
  const t = performance.now()
  const answer = await server.post('/products/export/csv', { storeId: server.storeIds[size], config: { fields: productFields } })
  const body = Buffer.from(await answer.arrayBuffer())
  console.log(size, performance.now() - t, body.length, server.peakMemory(), sandbox.peakMemory())
}
const { requests } = await (await fetch(url + '/control/requests')).json()
console.log(requests.length)
const count: Record<string, number> = {}
for (const r of requests) count[r.operation] = (count[r.operation] ?? 0) + 1
console.log(count, requests.slice(-60).map((r: any) => `${r.operation} ${r.variables.first} ${r.variables.variantsFirst} ${r.at - requests.at(-60).at}`))
}
