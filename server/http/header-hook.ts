import type { IncomingMessage, ServerResponse } from 'node:http'
import type { onRequestHookHandler } from 'fastify'

type SetHeaders = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * A hook that sets the headers of a middleware of helmet. Fastify's plugin of helmet would make the middleware, with the text of its policies, anew for
 * every request, which takes a twentieth of a light one.
 */
export const headerHook =
  (setHeaders: SetHeaders): onRequestHookHandler =>
  ({ raw }, reply, done) =>
    setHeaders(raw, reply.raw, () => done())
