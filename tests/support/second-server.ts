import type { FastifyInstance } from 'fastify'
import { assemble } from '#server/boot/assemble.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createLogger } from '#server/boot/logging.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { appSecret, appUrl, type World } from '#tests/support/world.ts'

type Options = { secret?: string; previousSecrets?: readonly string[]; url?: string; ownerSetup?: { given: string | null } }
/** The database and files of a server, and the sandbox with its shops. */
type Installation = Pick<World, 'databaseUrl' | 'folder' | 'exports' | 'clock' | 'logged' | 'sandbox'>
type SecondServer = { app: FastifyInstance; deps: AuthDeps; [Symbol.asyncDispose](): Promise<void> }

/** Another server on the same database: a second machine, or a thief's with another secret. */
export async function secondServer(
  world: Installation,
  { secret = appSecret, previousSecrets = [], url = appUrl, ownerSetup }: Options = {},
): Promise<SecondServer> {
  const log = createLogger('debug', { write: (line) => void world.logged.push(line) })
  const deps = await assemble({
    databaseUrl: world.databaseUrl,
    appSecret: secret,
    previousSecrets,
    ownerSetup,
    appUrl: url,
    passwordMinLength: 6,
    dataDir: world.folder,
    mail: { smtpUrl: null, from: 'no-reply@world.test' },
    platformEndpoints: world.sandbox.endpoints,
    filesFolder: world.exports,
    now: () => world.clock.now,
    log,
  })
  const app = await buildTestApp(deps, { appUrl: url, log })
  return {
    app,
    deps,
    async [Symbol.asyncDispose]() {
      await app.close()
      await deps.close()
    },
  }
}
