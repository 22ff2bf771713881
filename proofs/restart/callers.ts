// Callers of all manners that a server meets, until they are stopped or the server is gone.
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { carryOut, type Call, type Outcome } from './call.ts'

export type CalledSite = { origin: string; tokens: readonly string[]; storeId: string }
type Manner = Pick<Call, 'path'> & Partial<Call> & { isSingle?: boolean; isEndless?: boolean; pauseMs: number }

const csv = (storeId: string) => ({ storeId, config: { fields: ['Title', 'Product Id', 'Body (HTML)'] } })

/** The manners. `isSingle`: a connection for each call. `isEndless`: its answer ends with the server. */
const manners = ({ storeId }: CalledSite): Manner[] => [
  ...['/api/v1/stores', '/api/v1/jobs', '/api/v1/settings', '/api/v1/users?active_only=false'].map((path) => ({ path, pauseMs: 20 })),
  { path: '/api/v1/stores', pauseMs: 10, isSingle: true },
  { path: '/login', pauseMs: 10, isSingle: true },
  { path: '/api/v1/users/me/profile', method: 'PUT', body: { email_notifications: true }, pauseMs: 50 },
  { path: '/api/v1/users/me/profile', method: 'PUT', body: { email_notifications: true }, sendingMs: 300, pauseMs: 0 },
  { path: '/api/v1/openapi.json', readingMs: 300, pauseMs: 0 },
  { path: '/api/v1/products/export/csv', method: 'POST', body: csv(storeId), pauseMs: 0 },
  { path: '/api/v1/events', isEndless: true, pauseMs: 0 },
  // Fewer calls than a connection's pauses, so that most of them are idle when the server stops.
  { path: '/healthz', pauseMs: 600 },
]

/** Each manner calls again and again, all with separate connections. A caller ends once the server refuses connections, or at `stop`. */
export function startCallers(site: CalledSite, times: number) {
  const over = new AbortController()
  const outcomes: Outcome[] = []
  async function caller({ isSingle = false, isEndless = false, pauseMs, ...call }: Manner, token: string) {
    const agent = new Agent({ keepAlive: !isSingle, maxSockets: 1 })
    while (!over.signal.aborted) {
      const outcome = await carryOut({ origin: site.origin, agent, token, ...call, ...(isEndless ? { until: over.signal } : {}) })
      outcomes.push(outcome)
      if (outcome.end === 'refused') break
      await pause(Math.random() * 2 * pauseMs)
    }
    agent.destroy()
  }
  const { tokens } = site
  const all = Array.from({ length: times }, () => manners(site)).flat()
  const ended = Promise.all(all.map((manner, index) => caller(manner, tokens[index % tokens.length] ?? '')))
  return {
    /** What has been called so far. */
    outcomes,
    /** Waits until every call in progress has ended. */
    async stop() {
      over.abort()
      await ended
    },
    ended,
  }
}
