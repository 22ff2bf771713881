import Fastify, { type FastifyInstance } from 'fastify'
import type { Exposition } from '#server/metrics/exposition.ts'
import type { Metrics } from '#server/metrics/metrics.ts'

/** Measures every request by the pattern of its route. An address that was asked for is never a label. */
export function measureRequests(fastify: FastifyInstance, metrics: Pick<Metrics, 'request'>) {
  fastify.addHook('onResponse', async ({ method, routeOptions: { url, config } }, { statusCode: status, elapsedTime }) => {
    // The single page of the web app answers any address that is not a call.
    const without = status < 400 ? 'page' : 'unknown'
    metrics.request({ method, route: config.isFile ? 'file' : (url ?? without), status, seconds: elapsedTime / 1_000 })
  })
}

/** Serves the metrics to Prometheus on a separate port, which has no limits and is never overloaded by calls. */
export async function serveMetrics(
  { text, contentType, stop }: Exposition,
  { host, port }: { host: string; port: number },
): Promise<FastifyInstance> {
  const fastify = Fastify()
  fastify.get('/metrics', async (_, reply) => reply.type(contentType).send(await text()))
  fastify.addHook('onClose', async () => stop())
  await fastify.listen({ host, port })
  return fastify
}
