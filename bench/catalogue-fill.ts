// The first copy of a large shop's catalogue, beside a client that downloads the same file and only parses it.
import { setTimeout as pause } from 'node:timers/promises'
import { startBulk } from '#server/platforms/shopify/bulk/documents.ts'
import { CatalogueStoreResponse, CatalogueStoresResponse, type CatalogueStore } from '#shared/catalogue.ts'
import { z } from 'zod'
import { asked } from './asked.ts'
import { fileOf } from './bulk-file.ts'
import { bareMs } from './large-job.ts'
import { largeShop, manyProducts } from './large-shop.ts'
import { figure, goal, median, seconds, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import type { BenchServer } from './server.ts'

const runs = 3
const maxTimesBare = 1.3
const maxMegabytes = 250
const pollMs = 250

type Server = BenchServer<'large'>
const Stores = z.object({ data: CatalogueStoresResponse })
const Store = z.object({ data: CatalogueStoreResponse })

async function copyOf(server: Server): Promise<CatalogueStore> {
  const { data } = Stores.parse(JSON.parse((await server.get('/catalogue/stores')).toString()))
  const [store] = data.stores
  if (!store) throw new Error('the store is not listed')
  return store
}

/** Switches the copy of the shop off, which drops it, or on. */
async function switchCopy(server: Server, isOn: boolean) {
  const answer = await server.put(`/catalogue/stores/${server.storeIds.large}`, { isOn })
  Store.parse(JSON.parse(answer.toString()))
}

/** Milliseconds from now until all products are copied. */
async function filledMs(server: Server): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { state, products, problem } = await copyOf(server)
    if (state === 'failing') throw new Error(`the copy failed: ${problem}`)
    if (state === 'ready' && products === manyProducts) return performance.now() - begun
    await pause(pollMs)
  }
}

/** Copies the large shop in turns with the bare client, so that a slow machine affects both. The shop writes its file before. */
export async function measureFill(sandbox: BenchSandbox, server: Server): Promise<Finding[]> {
  await sandbox.allow('bulk operation')
  await sandbox.forget()
  await server.put('/catalogue', { isOn: true })
  const file = await fileOf(sandbox, await asked(sandbox, startBulk.name))
  await filledMs(server)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < runs; turn++) {
    await switchCopy(server, false)
    theirs.push(await bareMs(file))
    await switchCopy(server, true)
    ours.push(await filledMs(server))
  }
  const [ratio, memory] = [median(ours) / median(theirs), server.peakMemory()]
  return [
    figure(`The copy of ${manyProducts} products of ${largeShop.name}, from switching it on`, seconds(ours)),
    figure(`Its file of ${(file.bytes / 1e6).toFixed(0)} MB, downloaded and parsed and nothing else`, seconds(theirs)),
    goal('Ratio', ratio.toFixed(3), `at most ${maxTimesBare}`, ratio <= maxTimesBare),
    goal('Memory of the server', `${memory.toFixed(0)} MB`, `at most ${maxMegabytes} MB`, memory <= maxMegabytes),
  ]
}
