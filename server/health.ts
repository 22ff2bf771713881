import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { sendFailure } from '#server/send-failure.ts'

type Reachable = { deps: Pick<Deps, 'database'>; isWorking: () => boolean }

/** Whether the process lives, and whether its database answers and its worker is there. */
export function healthRoutes(fastify: FastifyInstance, { deps, isWorking }: Reachable) {
  const config = { limit: 'none' } as const
  fastify.get('/healthz', { config }, () => ({ status: 'alive' }))
  fastify.get('/readyz', { config }, async () => {
    await deps.database.ping()
    if (!isWorking()) throw new AppError('OVERLOADED', 'The worker is not running')
    return { status: 'ready' }
  })
}

/** The host of a process that only works on jobs: it says whether it is alive and ready, and nothing else. */
export function buildHealthApp(deps: Pick<Deps, 'database'>, log: FastifyBaseLogger): FastifyInstance {
  const fastify = Fastify({ loggerInstance: log })
  fastify.setErrorHandler(sendFailure)
  healthRoutes(fastify, { deps, isWorking: () => true })
  return fastify
}
