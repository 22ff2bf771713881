import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { assemble } from '#server/assemble.ts'
import { createLogger } from '#server/logging.ts'
import { appSecret, appUrl, type World } from '#tests/support/world.ts'

type Options = { secret?: string; url?: string }
type SecondServer = { app: FastifyInstance; [Symbol.asyncDispose](): Promise<void> }

/** Another server over the same database: a second machine, or, with another secret, a thief's. */
export async function secondServer(world: World, { secret = appSecret, url = appUrl }: Options = {}): Promise<SecondServer> {
  const log = createLogger('info', { write: (line) => void world.logged.push(line) })
  const deps = await assemble({
    databaseUrl: world.databaseUrl,
    appSecret: secret,
    appUrl: url,
    passwordMinLength: 6,
    dataDir: world.folder,
    mail: { smtpUrl: null, from: 'no-reply@world.test' },
    platformEndpoints: {},
    now: () => world.clock.now,
    log,
  })
  const app = await buildApp(deps, { log, proxies: 0, appUrl: url, corsOrigins: [], pictureOrigins: [], passwordMinLength: 6 })
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app.close()
      await deps.close()
    },
  }
}
