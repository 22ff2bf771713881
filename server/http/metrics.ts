import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Measures every request of the app by route, and serves the metrics to Prometheus on a separate port. */
export async function serveMetrics(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<FastifyInstance> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions
    const labels = { method: request.method, route: config.isFile ? 'file' : (url ?? 'unknown'), status: reply.statusCode }
    seconds.observe(labels, reply.elapsedTime / 1_000)
  })
  const metrics = Fastify()
  metrics.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await metrics.listen({ host, port })
  return metrics
}
