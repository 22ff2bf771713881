// An HTTP proxy that runs a script before all others of a page, for a browser whose driver cannot.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

/** Paths on the page's origin, so that its content policy allows them. */
const scriptPath = '/first-script.js'
const complaintPath = '/complaint'
const head = '<head>'

export type FirstScript = { port: number; complaints: readonly string[]; [Symbol.asyncDispose](): Promise<void> }

/**
 * Runs in the page. It reports console errors to the proxy, because the browser does not report them to its driver. The calls are
 * synchronous: each finishes before the page continues.
 */
function tellComplaints(path: string) {
  let isLeft = false
  addEventListener('beforeunload', () => {
    isLeft = true
  })
  function tell(complaint: unknown) {
    if (isLeft) return
    const call = new XMLHttpRequest()
    call.open('POST', path, false)
    call.send(String(complaint))
  }
  const { error } = console
  console.error = (...words: unknown[]) => {
    tell(words.join(' '))
    error(...words)
  }
  addEventListener('error', ({ message }) => tell(message))
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}

async function answerPage(answer: IncomingMessage, response: ServerResponse) {
  const page = await text(answer)
  const changed = page.replace(head, `${head}<script src="${scriptPath}"></script>`)
  const { 'content-length': _, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 502, headers).end(changed)
}

/** Starts the proxy on a free port. */
export async function startFirstScript(script: string): Promise<FirstScript> {
  const complaints: string[] = []
  const first = `(${tellComplaints.toString()})('${complaintPath}');${script}`

  async function forward(incoming: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(incoming.url ?? '/')
    if (pathname === scriptPath) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(first)
    if (pathname === complaintPath) {
      complaints.push(await text(incoming))
      return response.writeHead(204).end()
    }
    // The proxy changes pages as plain text, so they must not be compressed.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const outgoing = request(incoming.url ?? '/', { method: incoming.method, headers })
    outgoing.end(await buffer(incoming))
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    if (String(answer.headers['content-type']).startsWith('text/html')) return answerPage(answer, response)
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    return answer.pipe(response)
  }

  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    complaints,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
