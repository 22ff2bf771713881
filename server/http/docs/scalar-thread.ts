// The thread of `scalar.ts`: posts Scalar's script, plain and compressed, and ends. What the package takes in memory ends with it.
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

const host = Fastify()
await host.register(scalar, { routePrefix: '/docs', configuration: { url: 'openapi.json' } })
const { rawPayload: plain } = await host.inject('/docs/js/scalar.js')
parentPort?.postMessage({ plain, zipped: await promisify(gzip)(plain) }, [])
