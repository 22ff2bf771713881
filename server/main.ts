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
if (Object.keys(env.PLATFORM_ENDPOINTS).length > 0)
  log.warn({ hosts: Object.keys(env.PLATFORM_ENDPOINTS) }, 'PLATFORM_ENDPOINTS sends these shops elsewhere')

const { appUrl, databaseUrl, PORT: port, HOST: host, PASSWORD_MIN_LENGTH: passwordMinLength } = env
const deps = await assemble({
  databaseUrl,
  appSecret: kept.secret,
  appUrl,
  passwordMinLength,
  dataDir: env.DATA_DIR,
  mail: env.mail,
  issuers: env.issuers,
  platformEndpoints: env.PLATFORM_ENDPOINTS,
  now: () => Date.now(),
  log,
})
const pictureOrigins = [...new Set(Object.values(env.PLATFORM_ENDPOINTS).map((url) => new URL(url).origin))]
const app = await buildApp(deps, {
  log,
  trustProxy: env.TRUST_PROXY,
  appUrl,
  corsOrigins: env.CORS_ORIGINS,
  pictureOrigins,
  passwordMinLength,
})
const metrics = env.METRICS_PORT === undefined ? null : await serveMetrics(app, { host, port: env.METRICS_PORT })
await app.listen({ host, port })

closeWithGrace({ delay: shutdownMs, logger: log }, async ({ err }) => {
  if (err) log.error(err)
  await metrics?.close()
  await app.close()
  await deps.close()
})
