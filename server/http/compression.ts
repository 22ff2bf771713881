import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** gzip only: what zstd and brotli would save on these answers is not worth their time. */
export const compression = {
  threshold: 1_024,
  encodings: ['gzip' as const],
  // Bodies of requests are not decompressed: one can expand to a thousand times its size, and no caller needs that.
  globalDecompression: false,
}

/**
 * Compresses the JSON of the routes in a scope: of all, or of those with `compress: compression`. Do not compress an answer that may
 * contain a secret, such as a token: its length would reveal something about its content.
 */
export async function compressed(fastify: FastifyInstance, routes: 'all' | 'chosen') {
  await fastify.register(compress, { ...compression, globalCompression: routes === 'all' })
}
