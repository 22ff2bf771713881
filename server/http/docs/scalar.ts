import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify from 'fastify'

async function load() {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const host = Fastify()
  await host.register(scalar, { routePrefix: '/docs', configuration: { url: 'openapi.json' } })
  const { rawPayload: plain } = await host.inject('/docs/js/scalar.js')
  return { plain, zipped: await promisify(gzip)(plain) }
}

let loaded: ReturnType<typeof load> | null = null

/**
 * The script of Scalar, which draws the API reference. Its package offers the script only through a route of its plugin. We do not use the
 * plugin's page: its script is inline, and it names no language. Loaded when it is first requested: it takes 5 MB, and few people need it.
 */
export const scalarScript = () =>
  (loaded ??= load().catch((error: unknown) => {
    loaded = null
    throw error
  }))
