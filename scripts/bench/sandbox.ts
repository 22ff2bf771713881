import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startNode } from './process.ts'
import { ShopRequest } from './shop-request.ts'

const Ready = z.object({ url: z.string(), endpoints: z.record(z.string(), z.string()) })

const Requests = z.object({ requests: z.array(ShopRequest) })

export type BenchSandbox = {
  /** Shop host -> base URL. */
  endpoints: Record<string, string>
  /** What the work made, and what reached the shops meanwhile, oldest first. */
  recorded: <Made>(work: () => Promise<Made>) => Promise<{ made: Made; requests: ShopRequest[] }>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startShops(): Promise<BenchSandbox> {
  const child = await startNode(fileURLToPath(import.meta.resolve('./sandbox-process.ts')), {}, () => true)
  const { url, endpoints } = Ready.parse(JSON.parse(child.firstWord))
  const address = `${url}/control/requests`
  return {
    endpoints,
    async recorded(work) {
      await fetch(address, { method: 'DELETE' })
      const made = await work()
      const { requests } = Requests.parse(await (await fetch(address)).json())
      return { made, requests }
    },
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  }
}
