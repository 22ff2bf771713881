import type { ThreadGauges } from '#server/metrics/exposition.ts'
import type { StoredFigures } from '#server/metrics/stored.ts'
import type { GaugeValue } from '#server/metrics/registered.ts'
import type { HeldKey } from '#server/sheets/google-keys.ts'
import { dialect } from '#server/system/migrations-repo.ts'
import { productVersion } from '#shared/brand.ts'
import { JobStatus } from '#shared/jobs.ts'
import { Platform } from '#shared/platforms.ts'
import { StoreState } from '#shared/stores.ts'
import type { SystemProcess, SystemState, SystemStore } from '#shared/system.ts'

/** What was read, by part. null: it could not be read. */
type Read = Pick<SystemState, 'disk' | 'hasWorkerThread' | 'lastBackupAt'> & {
  now: number
  figures: StoredFigures | null
  own: ThreadGauges
  worker: ThreadGauges | null
  presence: string | null
  migrations: { applied: number; pending: number } | null
  /** `held` null: there is no key. */
  google: { held: HeldKey | null } | null
  isMailSent: boolean
}

const told = (date: Date | null) => date && date.toISOString()
const secondsSince = (now: number, date: Date | null) => (date ? Math.max(0, (now - date.getTime()) / 1_000) : 0)

/** The first value with this label. null: there is none. */
const valueOf = (values: readonly GaugeValue[], label: string, of: string) =>
  values.find(({ labels }) => labels[label] === of)?.value ?? null

function delayOf(gauges: ThreadGauges | null): SystemState['mainDelay'] {
  if (!gauges) return null
  const at = (quantile: string) => valueOf(gauges.backcounter_event_loop_delay_seconds, 'quantile', quantile)
  const [median, p99, most] = [at('0.5'), at('0.99'), at('1')]
  return median === null || p99 === null || most === null ? null : { median, p99, most }
}

function processesOf({ workers, webProcesses }: StoredFigures, presence: string | null): SystemProcess[] {
  const listed = (role: SystemProcess['role'], rows: StoredFigures['workers']) =>
    rows.map(({ id, machine, version, startedAt, seenAt }) => ({
      id,
      role,
      machine,
      version,
      startedAt: told(startedAt),
      seenAt: seenAt.toISOString(),
      isSelf: id === presence,
    }))
  return [...listed('web', webProcesses), ...listed('worker', workers)]
}

/** The stores with what both threads know about their shops. The worker's estimate of a budget counts only where the main thread has none. */
function storesOf({ stores }: StoredFigures, threads: readonly ThreadGauges[]): SystemStore[] {
  return stores.map(({ id, platform, state, stateSince, ...row }) => {
    const values = (name: keyof ThreadGauges) => threads.flatMap((thread) => valueOf(thread[name], 'store', id) ?? [])
    const answers = values('backcounter_shop_last_answer_timestamp_seconds')
    const [available] = values('backcounter_shop_budget_available')
    const [maximum] = values('backcounter_shop_budget_maximum')
    return {
      ...row,
      id,
      platform: Platform.parse(platform),
      state: StoreState.nullable().parse(state),
      stateSince: told(stateSince),
      lastAnswerAt: answers.length > 0 ? new Date(Math.max(...answers) * 1_000).toISOString() : null,
      isHeldBack: values('backcounter_shop_circuit_open').some((isOpen) => isOpen === 1),
      budget: available === undefined || maximum === undefined ? null : { available: Math.floor(available), maximum },
    }
  })
}

/** The state of the system, as owners see it. */
export function systemStateOf(read: Read): SystemState {
  const { now, figures, own, worker, presence, migrations, google, isMailSent, ...others } = read
  return {
    ...others,
    at: new Date(now).toISOString(),
    version: productVersion,
    node: process.version,
    processes: figures && processesOf(figures, presence),
    database: {
      kind: dialect,
      isUp: figures !== null,
      bytes: figures && figures.bytes,
      appliedMigrations: migrations && migrations.applied,
      pendingMigrations: migrations && migrations.pending,
    },
    queue: figures && {
      open: Object.fromEntries(figures.jobs.map(({ status, count }) => [JobStatus.parse(status), count])),
      oldestWaitingSeconds: secondsSince(now, figures.dueSince),
    },
    stores: figures && storesOf(figures, worker ? [own, worker] : [own]),
    mail: figures && {
      isSent: isMailSent,
      waiting: figures.mails.count,
      oldestWaitingSeconds: secondsSince(now, figures.mails.oldest),
      refused: figures.mails.refused,
      failingSince: told(figures.mails.failingSince),
    },
    mainDelay: delayOf(own),
    workerDelay: delayOf(worker),
    google: google && { source: google.held?.source ?? null, email: google.held?.account.client_email ?? null },
    failures: figures && figures.failed.map(({ code, count }) => ({ code: code ?? 'INTERNAL', count })),
  }
}
