// A web site, which knows nothing of the interface of S3: it answers every call with 200 and a page.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { listeningPort } from '../../scripts/listening-port.ts'

export type WebSite = {
  url: string
  /** `PUT /path` of each call so far. */
  calls: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** @param tls the certificate that it shows, with its key. Default: it speaks without TLS. */
export async function startWebSite(tls?: { key: string; cert: string }): Promise<WebSite> {
  const calls: string[] = []
  const react: RequestListener = (asked, answer) => {
    calls.push(`${asked.method} ${asked.url}`)
    asked.resume().on('end', () => answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>'))
  }
  const server = tls ? createTlsServer(tls, react) : createServer(react)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${listeningPort(server)}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
