import { collectDefaultMetrics } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { watchEventLoop, type EventLoopWatch } from './event-loop.ts'
import { metricTable, type MetricDefinition } from './table.ts'
import { keepStored, noteDisk } from './stored.ts'

/** The series of a thread by the name of their metric, in the text format of Prometheus. */
export type Series = Partial<Record<string, string>>

/** What one scrape needs of a thread. */
export type ThreadMetrics = {
  /** The series of this thread alone. `stores`: the ids that exist. null: unknown. */
  series: (stores: ReadonlySet<string> | null) => Promise<Series>
  stop: () => void
}

type Given = Pick<Deps, 'metrics' | 'platforms'>

const perThread = Object.entries<MetricDefinition>(metricTable).flatMap(([name, { labels }]) => (labels.includes('thread') ? name : []))
const isSeries = (line: string) => line !== '' && !line.startsWith('#')

/** The metrics that each thread has for itself. */
export function threadMetrics({ metrics, platforms }: Given): ThreadMetrics {
  const { registry, thread, set, clear, keepStores } = metrics
  /** Begun by the first scrape: without scrapes, nothing is measured. */
  let eventLoop: EventLoopWatch | null = null

  function noteBudgets(stores: ReadonlySet<string> | null) {
    clear('backcounter_shop_budget_available')
    clear('backcounter_shop_budget_maximum')
    for (const { platform, storeId: store, available, maximum } of platforms.budgets()) {
      if (stores && !stores.has(store)) continue
      set('backcounter_shop_budget_available', { thread, platform, store }, available)
      set('backcounter_shop_budget_maximum', { thread, platform, store }, maximum)
    }
  }

  return {
    async series(stores) {
      if (stores) keepStores(stores)
      noteBudgets(stores)
      eventLoop ??= watchEventLoop(metrics)
      eventLoop.note()
      const texts = await Promise.all(perThread.map(async (name) => [name, await registry.getSingleMetricAsString(name)] as const))
      return Object.fromEntries(texts.map(([name, text]) => [name, text.split('\n').filter(isSeries).join('\n')]))
    },
    stop: () => eventLoop?.stop(),
  }
}

export type Exposition = { contentType: string; text: () => Promise<string>; stop: () => void }

type ExpositionOptions = {
  dataDir: string
  /** Whether backups are scheduled. Default: no. */
  backsUp?: boolean
  /** The series of the worker thread. Omitted where the process has none. */
  fromWorkerThread?: ((stores: ReadonlySet<string> | null) => Promise<Series>) | undefined
}

/** All metrics of this process in the text format of Prometheus, those of Node and of the process included. */
export function createExposition(
  deps: Given & Parameters<typeof keepStored>[0],
  { dataDir, backsUp = false, fromWorkerThread = async () => ({}) }: ExpositionOptions,
): Exposition {
  const { metrics } = deps
  const { registry } = metrics
  const own = threadMetrics(deps)
  const stored = keepStored(deps, backsUp)
  collectDefaultMetrics({ register: registry })

  return {
    contentType: registry.contentType,
    async text() {
      const [stores] = await Promise.all([stored(), noteDisk(deps, dataDir)])
      const [, others] = await Promise.all([own.series(stores), fromWorkerThread(stores)])
      const names = registry.getMetricsAsArray().map(({ name }) => name)
      const texts = await Promise.all(names.map((name) => registry.getSingleMetricAsString(name)))
      return `${texts.map((text, index) => [text, others[names[index] ?? '']].filter(Boolean).join('\n')).join('\n\n')}\n`
    },
    stop: own.stop,
  }
}
