import type { FastifyInstance } from 'fastify'
import { buildApp, type AppOptions } from '#server/http/app.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createLogger } from '#server/boot/logging.ts'

/** The server's app as tests want it: without a log, proxies or other origins. `given` replaces any of its options. */
export const buildTestApp = (deps: AuthDeps, given: Partial<AppOptions> & Pick<AppOptions, 'appUrl'>): Promise<FastifyInstance> =>
  buildApp(deps, {
    log: createLogger('silent'),
    proxies: 0,
    corsOrigins: [],
    pictureOrigins: [],
    passwordMinLength: 6,
    // A machine that stood still for a second must not make the server refuse the next calls.
    overload: { delayMs: 0 },
    ...given,
  })
