// The minimal client: sends an export's documents as soon as the answers allow, and only parses the answers.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { get } from './http.ts'
import { Replay, type Replayed } from './replay.ts'
import { askShop, type ShopRequest } from './shop-request.ts'

const Page = z.object({ data: z.object({ products: z.object({ nodes: z.array(z.object({ legacyResourceId: z.string() })) }) }) })
const Started = z.object({ data: z.object({ bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }) }) }) })
const Polled = z.object({ data: z.object({ bulkOperation: z.object({ url: z.string().nullable(), rootObjectCount: z.coerce.number() }) }) })

async function ask({ shop }: Replay, request: ShopRequest): Promise<unknown> {
  return JSON.parse((await askShop(shop, request)).toString('utf8'))
}

/** Reads page after page and, in parallel, the data that did not fit on them. */
async function readPages(replay: Replay): Promise<number> {
  const complete = async (requests: readonly ShopRequest[]) => {
    for (const request of requests) await ask(replay, request)
  }
  const running: Promise<unknown>[] = []
  let products = 0
  for (const page of replay.pages) {
    const { nodes } = Page.parse(await ask(replay, page)).data.products
    products += nodes.length
    for (const { legacyResourceId: id } of nodes) running.push(complete(replay.completions[id] ?? []))
  }
  await Promise.all(running)
  return products
}

/** Starts the operation, polls after the same pauses, and reads its file line by line. */
async function readBulk(replay: Replay, { start, polls }: NonNullable<Replay['bulk']>): Promise<number> {
  let asked = performance.now()
  const { id } = Started.parse(await ask(replay, start)).data.bulkOperationRunQuery.bulkOperation
  for (const { poll, pauseMs } of polls) {
    await pause(asked + pauseMs - performance.now())
    asked = performance.now()
    const { url, rootObjectCount } = Polled.parse(await ask(replay, { ...poll, variables: { id } })).data.bulkOperation
    if (url === null) continue
    const { pathname, search } = new URL(url)
    const file = await get(replay.storage + pathname + search)
    for (const line of file.toString('utf8').split('\n')) if (line !== '') JSON.parse(line)
    return rootObjectCount
  }
  throw new Error('the bulk operation takes longer than it did for the server')
}

async function run(replay: Replay): Promise<Replayed> {
  const start = performance.now()
  const beside = replay.beside.map((request) => ask(replay, request))
  const products = replay.bulk ? await readBulk(replay, replay.bulk) : await readPages(replay)
  await Promise.all(beside)
  return { ms: performance.now() - start, products }
}

process.on('message', (message) => {
  void run(Replay.parse(message)).then((replayed) => process.send?.(replayed))
})
