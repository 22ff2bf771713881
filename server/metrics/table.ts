// Every metric of the product: its type, its meaning and its labels. docs/monitoring.md, the dashboard and the alerts are checked against it.

/** How a metric is recorded. `buckets`: upper bounds in the metric's unit. */
export type MetricDefinition = {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
  buckets?: readonly number[]
}

const callBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const jobBuckets = [1, 5, 15, 60, 300, 900, 3_600, 14_400]

export const metricTable = {
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of a request to the end of its answer, by route pattern and class of the status',
    labels: ['method', 'route', 'status_class'],
    buckets: callBuckets,
  },
  backcounter_procedure_calls_total: {
    type: 'counter',
    help: 'Procedures that were called, each call of a tRPC batch counted, by name, transport and class of the status',
    labels: ['procedure', 'transport', 'status_class'],
  },
  backcounter_procedure_duration_seconds: {
    type: 'histogram',
    help: 'Time of a procedure, without the sending of its answer',
    labels: ['procedure'],
    buckets: callBuckets,
  },
  backcounter_shop_calls_total: {
    type: 'counter',
    help: 'Calls that were sent to shops, each attempt counted: ok, throttled, refused, failed, timed_out or aborted',
    labels: ['thread', 'platform', 'store', 'outcome'],
  },
  backcounter_shop_call_duration_seconds: {
    type: 'histogram',
    help: 'Time from the sending of a call to a shop to the end of its answer',
    labels: ['thread', 'platform', 'store'],
    buckets: callBuckets,
  },
  backcounter_shop_budget_available: {
    type: 'gauge',
    help: 'What is left of the rate limit of a store’s shop, in cost points or calls, estimated from its last answer',
    labels: ['thread', 'platform', 'store'],
  },
  backcounter_shop_budget_maximum: {
    type: 'gauge',
    help: 'The whole rate limit of a store’s shop, in cost points or calls',
    labels: ['thread', 'platform', 'store'],
  },
  backcounter_shop_circuit_open: {
    type: 'gauge',
    help: 'Whether calls to a store’s shop are held back, because it has not answered several in a row: 1 or 0',
    labels: ['thread', 'platform', 'store'],
  },
  backcounter_shop_last_answer_timestamp_seconds: {
    type: 'gauge',
    help: 'When a store’s shop last answered a call as wanted, in seconds since 1970',
    labels: ['thread', 'platform', 'store'],
  },
  backcounter_store_failing_seconds: {
    type: 'gauge',
    help: 'How long an active store’s shop has been failing, as its last calls found. 0: it answers',
    labels: ['platform', 'store'],
  },
  backcounter_jobs_open: {
    type: 'gauge',
    help: 'Jobs that have not ended, by status. Downloads are among the running ones',
    labels: ['status'],
  },
  backcounter_jobs_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'How long the oldest job that is due has been waiting for a worker. 0: none is due',
    labels: [],
  },
  backcounter_jobs_ended_total: {
    type: 'counter',
    help: 'Jobs that ended, by type and outcome: completed, incomplete, failed or cancelled',
    labels: ['thread', 'type', 'outcome'],
  },
  backcounter_job_duration_seconds: {
    type: 'histogram',
    help: 'Time from the first start of a job to its end, waits between attempts included',
    labels: ['thread', 'type'],
    buckets: jobBuckets,
  },
  backcounter_job_rows_total: {
    type: 'counter',
    help: 'Rows that ended jobs have written',
    labels: ['thread', 'type'],
  },
  backcounter_event_loop_delay_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last scrape, by thread and quantile (0.5, 0.99, 1)',
    labels: ['thread', 'quantile'],
  },
  backcounter_mails_waiting: {
    type: 'gauge',
    help: 'Mails that wait for the mail server',
    labels: [],
  },
  backcounter_mails_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'Age of the oldest mail that waits for the mail server. 0: none waits',
    labels: [],
  },
  backcounter_deliveries_waiting: {
    type: 'gauge',
    help: 'Deliveries that wait for an active webhook',
    labels: [],
  },
  backcounter_deliveries_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'Age of the oldest delivery that waits for an active webhook. 0: none waits',
    labels: [],
  },
  backcounter_catalogue_visits_total: {
    type: 'counter',
    help: 'Visits of shops for the copies of their catalogues, by outcome: read, failed, lost or stopped',
    labels: ['thread', 'outcome'],
  },
  backcounter_catalogue_products_written_total: {
    type: 'counter',
    help: 'Products that were new or changed in the copies of the catalogues',
    labels: ['thread'],
  },
  backcounter_catalogue_codes_unjudged: {
    type: 'gauge',
    help: 'About how many SKUs and barcodes wait to be compared. Of a store that is new or has another currency, all variants count',
    labels: [],
  },
  backcounter_catalogue_oldest_copy_seconds: {
    type: 'gauge',
    help: 'Time since the shop of the oldest complete copy was last asked for changes. 0: there is none',
    labels: [],
  },
  backcounter_catalogue_hints_waiting: {
    type: 'gauge',
    help: 'Products that shops have told to be changed, and that were not read since',
    labels: [],
  },
  backcounter_database_up: {
    type: 'gauge',
    help: 'Whether the database answered this scrape: 1 or 0. At 0, the figures that are read from it are missing',
    labels: [],
  },
  backcounter_database_bytes: {
    type: 'gauge',
    help: 'Size of the database: the SQLite file with its write-ahead log, or pg_database_size',
    labels: [],
  },
  backcounter_backup_age_seconds: {
    type: 'gauge',
    help: 'Time since the newest scheduled backup was complete, or since the first was due. Missing where none is scheduled',
    labels: [],
  },
  backcounter_backup_bytes: {
    type: 'gauge',
    help: 'Size of the newest scheduled backup that is complete',
    labels: [],
  },
  backcounter_data_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space on the disk of DATA_DIR',
    labels: [],
  },
  backcounter_data_disk_bytes: {
    type: 'gauge',
    help: 'Size of the disk of DATA_DIR',
    labels: [],
  },
  backcounter_build_info: {
    type: 'gauge',
    help: 'Always 1. Its labels have the versions of the product and of Node',
    labels: ['version', 'node'],
  },
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof metricTable
export type MetricNameOf<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: (typeof metricTable)[Name]['type'] extends Type ? Name : never
}[MetricName]
type LabelsOf<Name extends MetricName> = (typeof metricTable)[Name]['labels'][number]

/** The values of a metric's labels. */
export type MetricLabels<Name extends MetricName> = Record<LabelsOf<Name>, string>
