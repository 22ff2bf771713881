import { isMainThread, parentPort } from 'node:worker_threads'
import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { assembleWork } from '#server/boot/assemble-work.ts'
import { argumentsOf } from '#server/boot/command-line.ts'
import { answerMainThread, startWorkerThread } from '#server/boot/worker-thread.ts'
import { yieldToCalls } from '#server/boot/thread-priority.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { firingOf } from '#server/schedules/fire.ts'
import { addressesOf, listenAt } from '#server/http/listen.ts'
import { threadMetrics } from '#server/metrics/exposition.ts'
import { keepStored } from '#server/metrics/stored.ts'
import { keepPresent } from '#server/system/presence.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createLogger } from '#server/boot/logging.ts'
import { jobEnded } from '#server/boot/job-ended.ts'
import { secretFromFile } from '#server/secrets/secret.ts'
import { createBackupSchedule } from '#server/backup/schedule.ts'
import { writeScheduled } from '#server/boot/scheduled-backup.ts'
import { createCatalogueKeeper } from '#server/catalogue/keeper.ts'
import { createWebhookQueue } from '#server/webhooks/queue.ts'
import { freeStartGarbage } from '#server/boot/start-garbage.ts'
import { endStart } from '#server/boot/start-failure.ts'

const shutdownMs = 15_000
/** Long enough that a busy caller has sent its next request, whose answer tells it to go elsewhere. */
const idleGraceMs = 1_000
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

// Not in a worker thread: the thread that started it gets its errors.
if (isMainThread) process.once('uncaughtException', endStart)
// Programs that import this file, such as the demo, have arguments of their own.
if (isMainThread && import.meta.main) argumentsOf('start')

const env = readEnvironment()
const log = createLogger(env.LOG_LEVEL)
const kept = env.APP_SECRET ? { secret: env.APP_SECRET, made: false } : secretFromFile(env.DATA_DIR)
if (kept.made)
  log.warn({ folder: env.DATA_DIR }, 'APP_SECRET was not given: a new one lies in the data folder now. Keep it; stored credentials need it')
if (env.sentElsewhere.length > 0)
  log.warn({ hosts: Object.keys(env.PLATFORM_ENDPOINTS), variables: env.sentElsewhere }, 'These variables send calls elsewhere')

// With ROLE=all, the worker thread of the process runs this file too.
if (!isMainThread) yieldToCalls(log)
const role = isMainThread ? env.ROLE : 'worker'
const { appUrl, databaseUrl, PORT: port, HOST: host, PASSWORD_MIN_LENGTH: passwordMinLength } = env
const options = {
  databaseUrl,
  appSecret: kept.secret,
  previousSecrets: env.APP_SECRET_PREVIOUS,
  appUrl,
  passwordMinLength,
  dataDir: env.DATA_DIR,
  mail: env.mail,
  issuers: env.issuers,
  ownerSetup: env.ownerSetup,
  breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL,
  platformEndpoints: env.PLATFORM_ENDPOINTS,
  destinationHosts: env.DESTINATION_HOSTS,
  google: env.google,
  filesFolder: env.filesFolder,
  filesBucket: env.filesBucket,
  exportKeepDays: env.EXPORT_KEEP_DAYS,
  thread: isMainThread ? ('main' as const) : ('worker' as const),
  now: () => Date.now(),
  log,
}
const deps = await assembleWork(options)
const keep = {
  dataDir: env.DATA_DIR,
  exportKeepDays: env.EXPORT_KEEP_DAYS,
  jobsKeepDays: env.JOBS_KEEP_DAYS,
  auditKeepDays: env.AUDIT_KEEP_DAYS,
}
const worker =
  role === 'worker'
    ? createWorker(deps, {
        handlers: createJobHandlers(deps),
        onEnd: jobEnded(deps),
        housekeeping: createHousekeeping(deps, keep),
        fireDue: firingOf(deps),
      })
    : null
const webhookQueue = role === 'worker' ? createWebhookQueue(deps) : null
const catalogueKeeper = role === 'worker' ? createCatalogueKeeper(deps) : null
const backups = role === 'worker' && env.backups ? createBackupSchedule(deps, { at: env.backups.at, write: writeScheduled }) : null
let isSeen = false
void worker?.seen.then(() => (isSeen = true))
worker?.start()
webhookQueue?.start()
catalogueKeeper?.start()
backups?.start()
const workerThread = role === 'all' ? startWorkerThread(new URL(import.meta.url), log) : null
/** Read by Prometheus and by owners. */
const readings = { own: threadMetrics(deps), stored: keepStored(deps, env.backups !== null), worker: workerThread?.gauges ?? null }
const presence = role === 'worker' ? null : keepPresent(deps)
const pictureOrigins = [...new Set(Object.values(env.PLATFORM_ENDPOINTS).map((url) => new URL(url).origin))]

/** Imports only what the role needs. A worker thread imports no server, which saves memory. */
async function startServer(): Promise<FastifyInstance> {
  if (role === 'worker') return (await import('#server/http/health.ts')).buildHealthApp(deps, () => isSeen, log)
  const { buildApp } = await import('#server/http/app.ts')
  const { withAuth: withEntrance } = await import('#server/boot/assemble.ts')
  const { announceSetup } = await import('#server/auth/owner-setup.ts')
  const whole = withEntrance(deps, { ...options, readings, presence: presence?.id })
  await announceSetup(whole)
  return buildApp(whole, {
    log,
    proxies: env.TRUST_PROXY,
    appUrl,
    corsOrigins: env.CORS_ORIGINS,
    pictureOrigins,
    passwordMinLength,
    securityContact: env.SECURITY_CONTACT,
    isWorking: workerThread?.isWorking,
    idleGraceMs,
  })
}
const app = isMainThread ? await startServer() : null

async function openMetrics(at: number): Promise<FastifyInstance> {
  const { serveMetrics } = await import('#server/http/metrics.ts')
  const { createExposition } = await import('#server/metrics/exposition.ts')
  return serveMetrics(createExposition(deps, { dataDir: env.DATA_DIR, fromWorkerThread: workerThread?.series, ...readings }), {
    host,
    port: at,
  })
}
const metrics = isMainThread && env.METRICS_PORT !== undefined ? await openMetrics(env.METRICS_PORT) : null

// One Ctrl-C arrives several times: from the terminal, from npm and from the bootstrap. It must cause one graceful shutdown, not an
// immediate exit.
let isEnding = false
/** Does nothing before the start is complete. Until then, `isEnding` records the signal. */
let end = () => {}
if (isMainThread)
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (!isEnding) end()
      isEnding = true
    })
if (app) await listenAt(app, await addressesOf(host), port)

/**
 * Jobs reach their last checkpoint and return to the queue while open requests are answered. @param delayMs the time in which a load balancer
 * notices that this process is not ready any more
 */
async function close(delayMs: number) {
  app?.connections.stop()
  const work = Promise.all([worker?.stop(), webhookQueue?.stop(), catalogueKeeper?.stop(), backups?.stop(), workerThread?.stop()])
  await pause(delayMs)
  await Promise.all([work, app?.close(), metrics?.close()])
  await presence?.close()
  readings.own.stop()
  await deps.close()
}

freeStartGarbage()
if (isMainThread) {
  process.off('uncaughtException', endStart)
  const delayMs = app ? env.SHUTDOWN_DELAY_SECONDS * 1_000 : 0
  const grace = closeWithGrace({ delay: delayMs + shutdownMs, logger: log, skip: [...stopSignals] }, async ({ err }) => {
    if (err) log.error(err)
    await close(err ? 0 : delayMs)
  })
  end = () => grace.close()
  if (isEnding) end()
} else if (parentPort) {
  const mainThread = parentPort
  answerMainThread({ port: mainThread, metrics: readings.own, worker }, () => {
    void close(0).finally(() => mainThread.close())
  })
}
