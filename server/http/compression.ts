import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** gzip alone: what zstd and brotli would save of these answers is not worth their time. */
export const compression = {
  threshold: 1_024,
  encodings: ['gzip' as const],
  // A body that unfolds to a thousand times its size is nothing that anybody has to send.
  globalDecompression: false,
}

/**
 * Compresses the JSON of the routes below: of all, or of those with `compress: compression`. An answer that may hold what is shown
 * once, such as a token, is not to be among them: its length would tell of its contents.
 */
export async function compressed(fastify: FastifyInstance, routes: 'all' | 'chosen') {
  await fastify.register(compress, { ...compression, globalCompression: routes === 'all' })
}
