import { productVersion } from '#shared/brand.ts'
import { jobEnds, JobType, type JobEnd } from '#shared/jobs.ts'
import { callOutcomes, type CallEnd } from '#server/platforms/call-end.ts'
import { registerMetrics, type Registered } from './registered.ts'

/** The thread that records. Each has metrics of its own, and the main thread serves those of both. */
export type ThreadName = 'main' | 'worker'

/** `route`: the pattern, never an address that was asked for. */
export type EndedRequest = { method: string; route: string; status: number; seconds: number }
export type EndedProcedure = { procedure: string; transport: string; status: number; seconds: number }
export type EndedJob = { type: JobType; outcome: JobEnd; rows: number; seconds: number }

/** How the visit of a shop for its copy ends. `lost`: another keeper has the store, or its copy is not wanted any more. */
const catalogueVisitOutcomes = ['read', 'failed', 'lost', 'stopped'] as const
type CatalogueVisitOutcome = (typeof catalogueVisitOutcomes)[number]

/** The metrics of one thread. Recording reads nothing and never fails. */
export type Metrics = Pick<Registered, 'registry' | 'set' | 'clear' | 'gauge'> & {
  thread: ThreadName
  request: (ended: EndedRequest) => void
  procedure: (ended: EndedProcedure) => void
  shopCall: (end: CallEnd) => void
  jobEnded: (job: EndedJob) => void
  catalogueVisit: (outcome: CatalogueVisitOutcome) => void
  /** The number of products that were new or changed in a copy. */
  productsCopied: (count: number) => void
  /** Removes what was recorded for all other stores, so that the number of series stays bounded. */
  keepStores: (ids: ReadonlySet<string>) => void
}

/** The label of calls for a store that is not saved yet. */
const unsaved = 'unsaved'

const classOf = (status: number) => `${Math.floor(status / 100)}xx`

/** @param now milliseconds since 1970 */
export function createMetrics(thread: ThreadName, now: () => number = Date.now): Metrics {
  const registered = registerMetrics()
  const { registry, add, observe, set, clear, gauge, remove } = registered
  /** The stores with series, and their platforms. */
  const seen = new Map<string, string>()
  set('backcounter_build_info', { version: productVersion, node: process.version }, 1)
  // A counter that begins with its first event hides this event from rate().
  for (const type of JobType.options) for (const outcome of jobEnds) add('backcounter_jobs_ended_total', { thread, type, outcome }, 0)

  for (const outcome of catalogueVisitOutcomes) add('backcounter_catalogue_visits_total', { thread, outcome }, 0)
  add('backcounter_catalogue_products_written_total', { thread }, 0)

  function forget(store: string, platform: string) {
    const series = { thread, platform, store }
    for (const outcome of callOutcomes) remove('backcounter_shop_calls_total', { ...series, outcome })
    remove('backcounter_shop_call_duration_seconds', series)
    remove('backcounter_shop_last_answer_timestamp_seconds', series)
    seen.delete(store)
  }

  return {
    thread,
    registry,
    set,
    clear,
    gauge,
    request: ({ method, route, status, seconds }) =>
      observe('http_request_duration_seconds', { method, route, status_class: classOf(status) }, seconds),
    procedure({ procedure, transport, status, seconds }) {
      add('backcounter_procedure_calls_total', { procedure, transport, status_class: classOf(status) })
      observe('backcounter_procedure_duration_seconds', { procedure }, seconds)
    },
    shopCall({ platform, storeId, outcome, seconds }) {
      const store = storeId ?? unsaved
      if (storeId !== null) seen.set(storeId, platform)
      add('backcounter_shop_calls_total', { thread, platform, store, outcome })
      observe('backcounter_shop_call_duration_seconds', { thread, platform, store }, seconds)
      if (outcome === 'ok') set('backcounter_shop_last_answer_timestamp_seconds', { thread, platform, store }, now() / 1_000)
    },
    jobEnded({ type, outcome, rows, seconds }) {
      add('backcounter_jobs_ended_total', { thread, type, outcome })
      add('backcounter_job_rows_total', { thread, type }, rows)
      observe('backcounter_job_duration_seconds', { thread, type }, seconds)
    },
    catalogueVisit: (outcome) => add('backcounter_catalogue_visits_total', { thread, outcome }),
    productsCopied: (count) => add('backcounter_catalogue_products_written_total', { thread }, count),
    keepStores(ids) {
      for (const [store, platform] of seen) if (!ids.has(store)) forget(store, platform)
    },
  }
}
