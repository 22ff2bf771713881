// The least that a client can do: sends an export's documents as soon as their cursors are known, and only parses what comes.
import { z } from 'zod'
import { Replay, type Replayed } from './replay.ts'
import { askShop, type ShopRequest } from './shop-request.ts'

const Page = z.object({ data: z.object({ products: z.object({ nodes: z.array(z.object({ legacyResourceId: z.string() })) }) }) })

async function replay({ endpoint, beside, pages, completions }: Replay): Promise<Replayed> {
  const ask = async (request: ShopRequest): Promise<unknown> => JSON.parse((await askShop(endpoint, request)).toString('utf8'))
  const complete = async (requests: readonly ShopRequest[]) => {
    for (const request of requests) await ask(request)
  }
  const start = performance.now()
  const running: Promise<unknown>[] = beside.map(ask)
  let products = 0
  for (const page of pages) {
    const { nodes } = Page.parse(await ask(page)).data.products
    products += nodes.length
    for (const { legacyResourceId: id } of nodes) if (completions[id]) running.push(complete(completions[id]))
  }
  await Promise.all(running)
  return { ms: performance.now() - start, products }
}

process.on('message', (message) => {
  void replay(Replay.parse(message)).then((replayed) => process.send?.(replayed))
})
