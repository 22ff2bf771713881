import { collectDefaultMetrics } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { watchEventLoop, type EventLoopWatch } from './event-loop.ts'
import type { GaugeValue } from './registered.ts'
import { metricTable, type MetricDefinition } from './table.ts'
import { keepStored, noteDisk, storeIdsOf, type Stored } from './stored.ts'

/** The series of a thread by the name of their metric, in the text format of Prometheus. */
export type Series = Partial<Record<string, string>>

/** The gauges that each thread has for itself. */
export const threadGauges = [
  'backcounter_event_loop_delay_seconds',
  'backcounter_shop_budget_available',
  'backcounter_shop_budget_maximum',
  'backcounter_shop_circuit_open',
  'backcounter_shop_last_answer_timestamp_seconds',
] as const
export type ThreadGauges = Record<(typeof threadGauges)[number], GaugeValue[]>

/** The stores that exist, by id. null: unknown. */
export type StoreIds = ReadonlySet<string> | null

/** What is read of a thread. */
export type ThreadMetrics = {
  /** The series of this thread alone, for a scrape. */
  series: (stores: StoreIds) => Promise<Series>
  /** Its gauges alone, between scrapes. */
  gauges: (stores: StoreIds) => Promise<ThreadGauges>
  stop: () => void
}

type Given = Pick<Deps, 'metrics' | 'platforms'>

const perThread = Object.entries<MetricDefinition>(metricTable).flatMap(([name, { labels }]) => (labels.includes('thread') ? name : []))
const isSeries = (line: string) => line !== '' && !line.startsWith('#')

/** The metrics that each thread has for itself. */
export function threadMetrics({ metrics, platforms }: Given): ThreadMetrics {
  const { registry, thread, set, clear, gauge, keepStores } = metrics
  /** Begun by the first scrape: without scrapes, nothing is measured. */
  let eventLoop: EventLoopWatch | null = null

  function noteShops(stores: StoreIds) {
    if (stores) keepStores(stores)
    clear('backcounter_shop_budget_available')
    clear('backcounter_shop_budget_maximum')
    for (const { platform, storeId: store, available, maximum } of platforms.budgets()) {
      if (stores && !stores.has(store)) continue
      set('backcounter_shop_budget_available', { thread, platform, store }, available)
      set('backcounter_shop_budget_maximum', { thread, platform, store }, maximum)
    }
    clear('backcounter_shop_circuit_open')
    for (const { platform, storeId: store, isOpen } of platforms.circuits())
      if (!stores || stores.has(store)) set('backcounter_shop_circuit_open', { thread, platform, store }, isOpen ? 1 : 0)
  }

  return {
    async series(stores) {
      noteShops(stores)
      eventLoop ??= watchEventLoop(metrics)
      eventLoop.scrape()
      const texts = await Promise.all(perThread.map(async (name) => [name, await registry.getSingleMetricAsString(name)] as const))
      return Object.fromEntries(texts.map(([name, text]) => [name, text.split('\n').filter(isSeries).join('\n')]))
    },
    async gauges(stores) {
      noteShops(stores)
      eventLoop ??= watchEventLoop(metrics)
      eventLoop.look()
      const [delays, available, maximum, circuits, answers] = await Promise.all([
        gauge('backcounter_event_loop_delay_seconds'),
        gauge('backcounter_shop_budget_available'),
        gauge('backcounter_shop_budget_maximum'),
        gauge('backcounter_shop_circuit_open'),
        gauge('backcounter_shop_last_answer_timestamp_seconds'),
      ])
      return {
        backcounter_event_loop_delay_seconds: delays,
        backcounter_shop_budget_available: available,
        backcounter_shop_budget_maximum: maximum,
        backcounter_shop_circuit_open: circuits,
        backcounter_shop_last_answer_timestamp_seconds: answers,
      }
    },
    stop: () => eventLoop?.stop(),
  }
}

export type Exposition = { contentType: string; text: () => Promise<string>; stop: () => void }

type ExpositionOptions = {
  dataDir: string
  /** The series of the worker thread. Omitted where the process has none. */
  fromWorkerThread?: ((stores: StoreIds) => Promise<Series>) | undefined
  /** Those of the main thread, and what is read from the database, where something else reads them too. */
  own?: ThreadMetrics | undefined
  stored?: Stored | undefined
}

/** All metrics of this process in the text format of Prometheus, those of Node and of the process included. */
export function createExposition(
  deps: Given & Parameters<typeof keepStored>[0],
  { dataDir, fromWorkerThread = async () => ({}), own = threadMetrics(deps), stored = keepStored(deps) }: ExpositionOptions,
): Exposition {
  const { metrics } = deps
  const { registry } = metrics
  collectDefaultMetrics({ register: registry })

  return {
    contentType: registry.contentType,
    async text() {
      const [figures] = await Promise.all([stored(), noteDisk(deps, dataDir)])
      const stores = storeIdsOf(figures)
      const [, others] = await Promise.all([own.series(stores), fromWorkerThread(stores)])
      const names = registry.getMetricsAsArray().map(({ name }) => name)
      const texts = await Promise.all(names.map((name) => registry.getSingleMetricAsString(name)))
      return `${texts.map((text, index) => [text, others[names[index] ?? '']].filter(Boolean).join('\n')).join('\n\n')}\n`
    },
    stop: own.stop,
  }
}
