// The least that a client can do: sends an export's documents as soon as their cursors are known, and only parses what comes.
import { gunzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { z } from 'zod'
import { Replay, type Replayed } from './replay.ts'
import type { ShopRequest } from './sandbox.ts'
import { accessToken } from './shops.ts'

const Page = z.object({ data: z.object({ products: z.object({ nodes: z.array(z.object({ legacyResourceId: z.string() })) }) }) })
const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip', 'x-shopify-access-token': accessToken }
const agent = new Agent({ connections: 8 })

async function ask(endpoint: string, { path, document: query, variables, operation: operationName }: ShopRequest): Promise<unknown> {
  const { origin, pathname } = new URL(endpoint)
  const body = JSON.stringify({ query, variables, operationName })
  const answer = await agent.request({ origin, path: pathname + path, method: 'POST', headers, body })
  if (answer.statusCode !== 200) throw new Error(`${operationName} was answered ${answer.statusCode}`)
  const bytes = await answer.body.bytes()
  const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : Buffer.from(bytes)
  return JSON.parse(text.toString('utf8'))
}

async function replay({ endpoint, beside, pages, completions }: Replay): Promise<Replayed> {
  const start = performance.now()
  const running: Promise<unknown>[] = beside.map((request) => ask(endpoint, request))
  const complete = async (requests: readonly ShopRequest[]) => {
    for (const request of requests) await ask(endpoint, request)
  }
  let products = 0
  for (const page of pages) {
    const { nodes } = Page.parse(await ask(endpoint, page)).data.products
    products += nodes.length
    for (const { legacyResourceId: id } of nodes) if (completions[id]) running.push(complete(completions[id]))
  }
  await Promise.all(running)
  return { ms: performance.now() - start, products }
}

process.on('message', (message) => {
  void replay(Replay.parse(message)).then((replayed) => process.send?.(replayed))
})
