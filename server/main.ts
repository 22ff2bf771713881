import closeWithGrace from 'close-with-grace'
import { buildApp } from '#server/app.ts'
import { assemble } from '#server/assemble.ts'
import { readEnvironment } from '#server/env.ts'
import { createLogger } from '#server/logging.ts'
import { serveMetrics } from '#server/metrics.ts'
import { secretFromFile } from '#server/secret.ts'

const shutdownMs = 15_000

const env = readEnvironment()
const log = createLogger(env.LOG_LEVEL)
const kept = env.APP_SECRET ? { secret: env.APP_SECRET, made: false } : secretFromFile(env.DATA_DIR)
if (kept.made)
  log.warn({ folder: env.DATA_DIR }, 'APP_SECRET was not given: a new one lies in the data folder now. Keep it; stored credentials need it')
if (env.sentElsewhere.length > 0)
  log.warn({ hosts: Object.keys(env.PLATFORM_ENDPOINTS), variables: env.sentElsewhere }, 'These variables send calls elsewhere')

const { appUrl, databaseUrl, PORT: port, HOST: host, PASSWORD_MIN_LENGTH: passwordMinLength } = env
const deps = await assemble({
  databaseUrl,
  appSecret: kept.secret,
  appUrl,
  passwordMinLength,
  platformEndpoints: env.PLATFORM_ENDPOINTS,
  google: env.google,
  now: () => Date.now(),
  log,
})
const app = await buildApp(deps, { log, trustProxy: env.TRUST_PROXY, appUrl, corsOrigins: env.CORS_ORIGINS, passwordMinLength })
const metrics = env.METRICS_PORT === undefined ? null : await serveMetrics(app, { host, port: env.METRICS_PORT })
await app.listen({ host, port })

closeWithGrace({ delay: shutdownMs, logger: log }, async ({ err }) => {
  if (err) log.error(err)
  await metrics?.close()
  await app.close()
  await deps.close()
})
