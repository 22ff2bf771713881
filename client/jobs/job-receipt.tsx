import type { Receipt, StoreReceipt } from '#shared/jobs.ts'
import classes from './jobs.module.css'
import { localTime } from '#client/format/local-time.ts'

const number = (count: number | null) => count?.toLocaleString('en-US') ?? 'unknown'

function filterWords(filter: Receipt['filter']): string {
  const set = Object.entries(filter)
  if (set.length === 0) return 'none'
  return set.map(([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`).join('; ')
}

/** The request of an export and its result in numbers. */
export function JobReceipt({ receipt }: { receipt: Receipt }) {
  const { columns, filter, limit, isLimitHit, startedAt, finishedAt, sha256, stores } = receipt
  return (
    <details className={classes.receipt}>
      <summary>Receipt</summary>
      <dl>
        <Fact term="Filter" value={filterWords(filter)} />
        <Fact term={`Columns (${columns.length})`} value={columns.join(', ')} />
        {limit !== null && <Fact term="Max Items" value={`${number(limit)}${isLimitHit ? ', reached' : ''}`} />}
        <Fact term="Time" value={`${localTime(startedAt)} to ${localTime(finishedAt)}`} />
        {sha256 && <Fact term="SHA-256" value={sha256} />}
        {stores.map((store) => (
          <Fact key={store.storeId} term={store.storeName} value={storeWords(store)} />
        ))}
      </dl>
    </details>
  )
}

function storeWords({ expected, fetched, distinct, written, skipped, scopeGaps }: StoreReceipt): string {
  const isWhole = expected === fetched && fetched === distinct && skipped.length === 0
  const counts = isWhole
    ? `All ${number(expected)} exported, none missing or duplicated`
    : `${number(expected)} expected, ${number(fetched)} fetched, ${number(distinct)} unique`
  return [
    counts,
    `${number(written)} rows written`,
    ...skipped.map(({ reason, count }) => `${number(count)} skipped: ${reason}`),
    ...scopeGaps,
  ].join('; ')
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
)
