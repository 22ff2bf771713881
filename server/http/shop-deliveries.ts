import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { deliveryDomain, receiveDelivery, deliverySender, type Delivery } from '#server/catalogue/receive.ts'
import type { Deps } from '#server/deps.ts'
import { stateAllowance } from '#server/http/rate-limits.ts'
import { callerKey } from '#server/throttle/throttle.ts'

/** Addresses of shops that have signed a message. One that is forgotten shares the allowance of others until its next message. */
const signersKept = 10_000

const Params = z.object({ platform: z.string(), storeId: z.string() })

const headerOf =
  ({ headers }: FastifyRequest) =>
  (name: string): string => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }

/** By whom a message seems to be. A platform names the shop that it sends for, so that no other one of its shops seems to be this one. */
function signerOf(request: FastifyRequest): string {
  const { platform, storeId } = Params.parse(request.params)
  return `${callerKey(request.ip)} ${storeId} ${deliveryDomain(platform, headerOf(request))}`
}

/**
 * Where shops tell of changes. The signature is over the bytes of the body, so that it is not parsed before. Nobody is signed in here, and what is
 * not signed by the store's shop is refused, whatever is wrong.
 *
 * A platform sends for all its shops from a few addresses, also for those of strangers, who may know the id of a store: it is in the address that
 * its shop has. So only what is signed is counted to the store's own allowance, and all else to one that those at a network address share. What
 * that one is used up for is refused before its body is read, unless it looks like the messages of a shop that has signed one from there: by
 * the address, the store and the shop that the platform names. Of these, the signature is looked at first, which costs a digest of at most
 * a body's size: to refuse them by their number would let a stranger silence the shop.
 */
export async function shopDeliveries(fastify: FastifyInstance, deps: Deps) {
  const signing = new LRUCache<string, true>({ max: signersKept })
  const max = catalogueLimits.hints.perMinute
  const ofStrangers = fastify.createRateLimit({ max, keyGenerator: ({ ip }) => `delivery ${callerKey(ip)}` })
  const ofSigner = fastify.createRateLimit({ max, keyGenerator: (request) => `delivery ${signerOf(request)}` })
  const isLikeSigned = (request: FastifyRequest) => signing.has(signerOf(request))

  /** The store whose shop has sent a message, which is counted now unless it was before. */
  async function countedSender(request: FastifyRequest, reply: FastifyReply, delivery: Delivery) {
    const isUncounted = isLikeSigned(request)
    try {
      const sender = await deliverySender(deps, delivery)
      if (isUncounted) stateAllowance(reply, 'delivery', await ofSigner(request))
      return sender
    } catch (error) {
      const isStranger = error instanceof AppError && error.code === 'SIGNED_OUT'
      if (isUncounted && isStranger) stateAllowance(reply, 'delivery', await ofStrangers(request))
      throw error
    }
  }

  await fastify.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isLikeSigned(request)) stateAllowance(reply, 'delivery', await ofStrangers(request))
    })
    // What is left would tell strangers which stores have an allowance of their own.
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401) reply.removeHeader('ratelimit').removeHeader('ratelimit-policy')
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

    scope.post<{ Params: z.infer<typeof Params> }>(
      '/catalogue/webhooks/:platform/:storeId',
      { config: { limit: 'delivery' }, bodyLimit: catalogueLimits.hints.bodyBytes },
      async (request, reply) => {
        const { platform, storeId } = request.params
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const delivery = { platform, storeId, body, header: headerOf(request) }
        const sender = await countedSender(request, reply, delivery)
        signing.set(signerOf(request), true)
        await receiveDelivery(deps, sender, body)
        return { success: true }
      },
    )
  })
}
