import { lastBackup } from '#server/backup/last.ts'
import type { InspectedEnvironment } from '#server/boot/environment.ts'
import type { Deps } from '#server/deps.ts'
import { runDoctor } from '#server/doctor/run.ts'
import type { StoreIds, ThreadGauges, ThreadMetrics } from '#server/metrics/exposition.ts'
import { noteDisk, storeIdsOf, type Stored } from '#server/metrics/stored.ts'
import { findingsIn } from '#server/system/findings.ts'
import { countMigrations } from '#server/system/migrations-repo.ts'
import { systemStateOf } from '#server/system/state.ts'
import type { SystemCheckResponse, SystemState } from '#shared/system.ts'

/** What owners see of the installation. */
export type System = {
  /** The state of its parts. A part that cannot be read is null; it never throws. */
  state(): Promise<SystemState>
  /** The findings of `npm run doctor`. Callers at the same moment share one check. */
  check(): Promise<SystemCheckResponse>
}

/** The metrics of this process: those of the main thread, what is read from the database, and the gauges of the worker thread, where there is one. */
export type Readings = {
  own: ThreadMetrics
  stored: Stored
  worker: ((stores: StoreIds) => Promise<ThreadGauges | null>) | null
}

type Options = {
  databaseUrl: string
  dataDir: string
  readings: Readings
  /** The id of this process among those that have told that they are there. */
  presence: string | null
  /** The environment that the checks look at. */
  inspect: () => InspectedEnvironment
}

/** A proxy gives up an answer after a minute. */
const mostCheckMs = 50_000
/** The number of migrations changes with a start alone. */
const migrationsKeptMs = 60_000

type Given = Pick<Deps, 'mail' | 'googleKeys' | 'metrics' | 'now' | 'clock' | 'log'>

/** The later one: a backup is recorded in the data folder of its machine, and a scheduled one in the database, too. */
const laterOf = (one: string | null, other: string | null) => (one !== null && other !== null && other > one ? other : (one ?? other))

export function createSystem(deps: Given, { databaseUrl, dataDir, readings, presence, inspect }: Options): System {
  const { googleKeys, metrics, mail, now, clock, log } = deps
  let migrations: { at: number; counted: ReturnType<typeof countMigrations> } | null = null
  let checking: Promise<SystemCheckResponse> | null = null

  /** null where it cannot be read. */
  async function unlessFailed<T>(what: string, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read()
    } catch (error) {
      log.warn({ err: error, what }, 'a part of the state of the system could not be read')
      return null
    }
  }

  async function migrationCounts() {
    if (!migrations || clock.now() - migrations.at >= migrationsKeptMs)
      migrations = { at: clock.now(), counted: countMigrations(databaseUrl) }
    try {
      return await migrations.counted
    } catch (error) {
      migrations = null
      throw error
    }
  }

  async function check(): Promise<SystemCheckResponse> {
    const inspected = inspect()
    const report = await runDoctor({ ...inspected, fetch: globalThis.fetch, now, mostMs: mostCheckMs })
    return { checkedAt: new Date(now()).toISOString(), findings: findingsIn(report, inspected.env) }
  }

  return {
    async state() {
      const figures = await readings.stored()
      const ids = storeIdsOf(figures)
      const [own, worker, counted, google, noted] = await Promise.all([
        readings.own.gauges(ids),
        readings.worker?.(ids) ?? null,
        unlessFailed('migrations', migrationCounts),
        unlessFailed('the Google key', async () => ({ held: await googleKeys.current() })),
        lastBackup(dataDir),
        noteDisk(deps, dataDir),
      ])
      const [[free], [all]] = await Promise.all([
        metrics.gauge('backcounter_data_disk_free_bytes'),
        metrics.gauge('backcounter_data_disk_bytes'),
      ])
      return systemStateOf({
        now: now(),
        figures,
        own,
        worker,
        hasWorkerThread: readings.worker !== null,
        presence,
        migrations: counted,
        google,
        isMailSent: mail.isSent,
        disk: free && all ? { freeBytes: free.value, bytes: all.value } : null,
        lastBackupAt: laterOf(noted, figures?.backup?.finishedAt?.toISOString() ?? null),
      })
    },
    check: () => (checking ??= check().finally(() => (checking = null))),
  }
}
