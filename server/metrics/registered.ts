import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { metricTable, type MetricDefinition, type MetricLabels, type MetricName, type MetricNameOf } from './table.ts'

/** A value of a gauge, and its labels. */
export type GaugeValue = { labels: Partial<Record<string, string>>; value: number }

/** The metrics of the table in a registry of their own. */
export type Registered = {
  registry: Registry
  add: <Name extends MetricNameOf<'counter'>>(name: Name, labels: MetricLabels<Name>, value?: number) => void
  observe: <Name extends MetricNameOf<'histogram'>>(name: Name, labels: MetricLabels<Name>, value: number) => void
  set: <Name extends MetricNameOf<'gauge'>>(name: Name, labels: MetricLabels<Name>, value: number) => void
  /** Removes all values of a gauge, so that it is missing until it is set again. */
  clear: (name: MetricNameOf<'gauge'>) => void
  /** The present values of a gauge. */
  gauge: (name: MetricNameOf<'gauge'>) => Promise<GaugeValue[]>
  /** Removes one series. */
  remove: <Name extends MetricName>(name: Name, labels: MetricLabels<Name>) => void
}

const texts = (labels: Partial<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))

export function registerMetrics(): Registered {
  const registry = new Registry()
  const counters = new Map<string, Counter>()
  const gauges = new Map<string, Gauge>()
  const histograms = new Map<string, Histogram>()
  for (const [name, { type, help, labels, buckets }] of Object.entries<MetricDefinition>(metricTable)) {
    const shape = { name, help, labelNames: [...labels], registers: [registry] }
    if (type === 'counter') counters.set(name, new Counter(shape))
    else if (type === 'gauge') gauges.set(name, new Gauge(shape))
    else histograms.set(name, new Histogram({ ...shape, ...(buckets ? { buckets: [...buckets] } : {}) }))
  }
  return {
    registry,
    add: (name, labels, value = 1) => counters.get(name)?.inc(labels, value),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    set: (name, labels, value) => gauges.get(name)?.set(labels, value),
    clear(name) {
      const gauge = gauges.get(name)
      gauge?.reset()
      // A reset gauge without labels shows 0.
      if (metricTable[name].labels.length === 0) gauge?.remove({})
    },
    async gauge(name) {
      const found = await gauges.get(name)?.get()
      return (found?.values ?? []).map(({ labels, value }) => ({ labels: texts(labels), value }))
    },
    remove: (name, labels) => (counters.get(name) ?? gauges.get(name) ?? histograms.get(name))?.remove(labels),
  }
}
