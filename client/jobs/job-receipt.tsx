import { IconChevronDown, IconInfoCircle, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { filterWords } from '#client/format/filter-words.ts'
import { proofOf } from '#client/format/job-words.ts'
import { localTime } from '#client/format/local-time.ts'
import type { Job, StoreReceipt } from '#shared/jobs.ts'
import classes from './job-receipt.module.css'

const number = (count: number | null) => count?.toLocaleString('en-US') ?? 'unknown'

/** Whether an export is complete, as a badge in the open, with the receipt behind it. */
export function JobReceipt({ job }: { job: Job }) {
  const { receipt, type, delivery } = job
  const proof = proofOf(job)
  if (!receipt || !proof) return null
  const { columns, filter, limit, isLimitHit, startedAt, finishedAt, sha256, stores } = receipt
  const ProofIcon = proof.isWhole ? IconRosetteDiscountCheck : IconInfoCircle
  return (
    <details className={classes.receipt}>
      <summary data-whole={proof.isWhole || undefined} title="Receipt">
        <ProofIcon size={15} aria-hidden />
        {proof.label}
        <IconChevronDown size={13} aria-hidden className={classes.chevron} />
      </summary>
      <dl>
        <Fact term="Filter" value={filterWords(type, filter).join('; ') || 'none'} />
        <Fact term={`Columns (${columns.length})`} value={columns.join(', ')} />
        {limit !== null && <Fact term="Max Items" value={`${number(limit)}${isLimitHit ? ', reached' : ''}`} />}
        <Fact term="Time" value={`${localTime(startedAt)} to ${localTime(finishedAt)}`} />
        {sha256 && <Fact term="SHA-256" value={sha256} />}
        {delivery?.target && (
          <Fact term={`Sent to ${delivery.name}`} value={`${delivery.target}, ${localTime(delivery.at ?? finishedAt)}`} />
        )}
        {stores.map((store) => (
          <Fact key={store.storeId} term={store.storeName} value={storeWords(store)} />
        ))}
      </dl>
    </details>
  )
}

function storeWords({ expected, fetched, distinct, written, deleted, skipped, scopeGaps }: StoreReceipt): string {
  const isWhole = expected === fetched && fetched === distinct && skipped.length === 0
  const counts = isWhole
    ? `All ${number(expected)} exported, none missing or duplicated`
    : `${number(expected)} expected, ${number(fetched)} fetched, ${number(distinct)} unique`
  return [
    counts,
    `${number(written)} rows written`,
    ...(deleted > 0 ? [`${number(deleted)} deleted in the shop`] : []),
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
