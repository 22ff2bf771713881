import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { productVersion } from '#shared/brand.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isAttended } from '#server/jobs/unattended.ts'
import { measureRequests } from './metrics.ts'
import { RequestLog } from './request-log.ts'
import { watchConnections } from './connections.ts'
import { arrivalOf } from './probe.ts'
import { sendFailure } from './send-failure.ts'
import { operationMessages } from '#shared/operation-messages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called instead of the refusal while the process is overloaded (@fastify/under-pressure). Its calls count for no bound. */
    pressureHandler?: () => void
  }
}

/** `isWorking`: whether the worker of this process is running and seen by others. Omitted where the process has none. `proxies`: TRUST_PROXY. */
type Reachable = {
  deps: Pick<Deps, 'database' | 'now' | 'sharedClock' | 'mail' | 'vault'>
  isWorking?: (() => boolean) | undefined
  isStopping: () => boolean
  proxies: number
}

/**
 * `/healthz`: the process is alive. `/readyz`: the database answers, the worker of this process is running, or another one where it has none,
 * and this process is not about to end.
 */
export function healthRoutes(fastify: FastifyInstance, { deps, isWorking, isStopping, proxies }: Reachable) {
  // A busy process is alive: a supervisor that restarts it would only add to the load.
  const config = { limit: 'none', pressureHandler: () => {} } as const
  fastify.get('/healthz', { config }, (request) => {
    const arrival = arrivalOf(request, deps.vault, proxies)
    return { status: 'alive', version: productVersion, ...(arrival === null ? {} : { arrival }) }
  })
  fastify.get('/readyz', { config }, async () => {
    if (isStopping()) throw new AppError('UNAVAILABLE', operationMessages.stopping)
    if (isWorking?.() === false || !(await isAttended(deps))) throw new AppError('OVERLOADED', operationMessages.noWorker)
    const failingSince = await deps.mail.failingSince()
    // A failing mail server does not make this process unready: mails wait for it.
    return { status: 'ready', ...(failingSince === null ? {} : { mail_failing_since: new Date(failingSince).toISOString() }) }
  })
}

/** The host of a process that only works on jobs. It has the health routes and nothing else. @param isWorking whether others see its worker */
export function buildHealthApp(
  deps: Reachable['deps'] & Pick<Deps, 'metrics'>,
  isWorking: () => boolean,
  log: FastifyBaseLogger,
): FastifyInstance {
  const fastify = Fastify({ loggerInstance: log, logController: new RequestLog(log) })
  fastify.decorateReply('failureCode', null)
  const connections = watchConnections(fastify.server, 0)
  fastify.decorate('connections', connections)
  fastify.addHook('preClose', connections.close)
  measureRequests(fastify, deps.metrics)
  fastify.setErrorHandler(sendFailure)
  healthRoutes(fastify, { deps, isWorking, isStopping: connections.isStopping, proxies: 0 })
  return fastify
}
