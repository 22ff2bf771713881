import { startNode } from './process.ts'
import { startServer } from './server.ts'
import { productFields } from '../../shared/product-fields.ts'
import { execSync } from 'node:child_process'
const sizes = (process.argv[2] ?? 'small,large').split(',') as ('small'|'large')[]
await using sandbox = await startNode('scripts/bench/sandbox.ts', {}, () => true)
const { url, endpoints } = JSON.parse(sandbox.firstWord)
await using server = await startServer(endpoints)
for (const size of sizes) {
  const before = server.peakMemory()
  const t = performance.now()
  const answer = await server.post('/products/export/csv', { storeId: server.storeIds[size], config: { fields: productFields } })
  const body = Buffer.from(await answer.arrayBuffer())
  console.log(size, Math.round(performance.now() - t), body.length, before, server.peakMemory())
}
