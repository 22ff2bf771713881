import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isAttended } from '#server/jobs/unattended.ts'
import { sendFailure } from './send-failure.ts'
import { operationMessages } from '#shared/operation-messages.ts'

/** `isWorking`: whether the worker that belongs to this very process is there, where one does. */
type Reachable = { deps: Pick<Deps, 'database' | 'now' | 'mail'>; isWorking?: (() => boolean) | undefined }

/** Whether the process lives, and whether its database answers and a worker is there, in this process or in another one. */
export function healthRoutes(fastify: FastifyInstance, { deps, isWorking }: Reachable) {
  const config = { limit: 'none' } as const
  fastify.get('/healthz', { config }, () => ({ status: 'alive' }))
  fastify.get('/readyz', { config }, async () => {
    if (isWorking?.() === false || !(await isAttended(deps))) throw new AppError('OVERLOADED', operationMessages.noWorker)
    const failingSince = await deps.mail.failingSince()
    // Mails wait for their server: that is no reason to send nobody here.
    return { status: 'ready', ...(failingSince === null ? {} : { mail_failing_since: new Date(failingSince).toISOString() }) }
  })
}

/** The host of a process that only works on jobs: it says whether it is alive and ready, and nothing else. */
export function buildHealthApp(deps: Pick<Deps, 'database' | 'now' | 'mail'>, log: FastifyBaseLogger): FastifyInstance {
  const fastify = Fastify({ loggerInstance: log })
  fastify.setErrorHandler(sendFailure)
  healthRoutes(fastify, { deps })
  return fastify
}
