// Three bugs for the proof to find. They are planted into the HTTP servers of this process, or with `node --import` into the unmodified
// server.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import type { ProblemKind } from './judge.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Bug = { finds: ProblemKind; isMet: (url: string) => boolean; plant: (exchange: Exchange) => void }

const stallMs = 400
const channel = 'http.server.request.start'

function standStill() {
  const end = performance.now() + stallMs
  while (performance.now() < end);
}

export const bugs: readonly Bug[] = [
  {
    finds: 'server error',
    isMet: (url) => url.startsWith('/api/v1/') && url.includes('%00'),
    plant({ response }) {
      Object.defineProperty(response, 'statusCode', { get: () => 500, set: () => {} })
      const writeHead = response.writeHead.bind(response)
      response.writeHead = (_status: number, ...rest: never[]) => writeHead(500, ...rest)
    },
  },
  { finds: 'stall', isMet: (url) => /[?&]constructor=/.test(url), plant: standStill },
  {
    finds: 'against its schema',
    isMet: (url) => url.startsWith('/api/v1/users/roles'),
    plant({ response }) {
      const end = response.end.bind(response)
      // As long as the real name, so that the length of the answer stays correct.
      response.end = (chunk?: unknown, ...rest: never[]) =>
        end(typeof chunk === 'string' ? chunk.replaceAll('"level"', '"leveL"') : chunk, ...rest)
    },
  },
]

const isExchange = (message: unknown): message is Exchange => typeof message === 'object' && message !== null && 'response' in message

function meet(exchange: unknown) {
  if (!isExchange(exchange)) return
  for (const bug of bugs) if (bug.isMet(exchange.request.url ?? '')) bug.plant(exchange)
}

/** Plants the bugs until disposal. */
export function plantBugs(): Disposable {
  subscribe(channel, meet)
  return { [Symbol.dispose]: () => void unsubscribe(channel, meet) }
}

if (process.env['FUZZ_PLANTED'] === '1' && isMainThread) plantBugs()
