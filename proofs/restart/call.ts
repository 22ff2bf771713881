// One call over HTTP, whose end is told exactly.
import { request as open, type Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Outcome = {
  /** The id in the header `x-call`. */
  id: string
  /** `refused`: no connection. `broken`: the connection ended without a whole answer. */
  end: 'answered' | 'refused' | 'broken'
  /** null: no answer began. */
  status: number | null
  /** The code of a failure that the server blames on itself, as JSON says it. */
  blames: string | null
  /** The caller's port, by which the server knows the connection. null: no connection. */
  port: number | null
  isFirstOfConnection: boolean
}

export type Call = {
  origin: string
  agent: Agent
  token: string
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: object
  /** Sends the body in two parts with this time between them. */
  sendingMs?: number
  /** Waits for so long before it reads the answer. */
  readingMs?: number
  /** Ends a stream that is open then, as it should be. */
  until?: AbortSignal
}

const codeIn = (body: Buffer): string => /"code":"(\w+)"/.exec(body.toString())?.[1] ?? 'unknown'

export function carryOut({
  origin,
  agent,
  token,
  path,
  method = 'GET',
  body,
  sendingMs = 0,
  readingMs = 0,
  until,
}: Call): Promise<Outcome> {
  const outcome: Outcome = { id: crypto.randomUUID(), end: 'answered', status: null, blames: null, port: null, isFirstOfConnection: true }
  const text = body ? JSON.stringify(body) : ''
  const headers = {
    authorization: `Bearer ${token}`,
    'x-call': outcome.id,
    ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
  }
  return new Promise((resolve) => {
    const over = (end: Outcome['end']) => resolve({ ...outcome, end, isFirstOfConnection: !request.reusedSocket })
    const request = open(`${origin}${path}`, { agent, method, headers })
    request.on('socket', (socket) => {
      const know = () => void (outcome.port = socket.localPort ?? null)
      if (socket.connecting) socket.once('connect', know)
      else know()
    })
    request.on('error', (error: NodeJS.ErrnoException) => over(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'))
    request.on('response', (response) => {
      outcome.status = response.statusCode ?? null
      response.on('error', () => {})
      response.on('close', () => over(response.complete ? 'answered' : 'broken'))
      const read = () => {
        response.resume()
        if ((response.statusCode ?? 0) >= 500) response.once('data', (part: Buffer) => void (outcome.blames = codeIn(part)))
      }
      void pause(readingMs).then(read)
    })
    until?.addEventListener('abort', () => {
      over('answered')
      request.destroy()
    })
    const half = sendingMs > 0 ? text.length / 2 : 0
    if (half > 0) request.write(text.slice(0, half))
    void pause(half > 0 ? sendingMs : 0).then(() => request.end(text.slice(half)))
  })
}
