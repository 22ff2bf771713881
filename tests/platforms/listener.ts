import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { onTestFinished } from 'vitest'

export type Listener = { url: string; port: number; seen: IncomingMessage[] }

/** A local server for one test that records its requests. */
export async function listener(answer: (...exchange: Parameters<RequestListener>) => unknown): Promise<Listener> {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  const port = await listening(server)
  return { url: `http://127.0.0.1:${port}`, port, seen }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
