import { Title } from '@mantine/core'
import { counted } from '#client/format/words.ts'
import { useRecentJobs } from '#client/jobs/queries.ts'
import { useNow } from '#client/jobs/use-now.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'
import { FailedExport } from './failed-export.tsx'
import { LateOrders, useLateStores } from './late-orders.tsx'
import classes from './needs-attention.module.css'
import { TroubledStore, troubledOf } from './troubled-store.tsx'

const { days, listed } = limits.jobs.failures

/**
 * What somebody should mend: stores whose last call failed or lacked rights, stores with late orders, and the exports of a week that
 * failed. Of many, the first ones are shown and the rest is counted. Nothing is shown while all is well.
 */
export function NeedsAttention({ stores }: { stores: readonly Store[] }) {
  const { data, dataUpdatedAt } = useRecentJobs()
  const now = useNow(dataUpdatedAt)
  const troubled = troubledOf(stores)
  const late = useLateStores(stores)
  const failed = data?.failures ?? { jobs: [], count: 0 }
  const moreFailed = failed.count - failed.jobs.length
  if (troubled.length === 0 && failed.jobs.length === 0 && late.length === 0) return null
  return (
    <section aria-labelledby="needs-attention">
      <Title order={2} id="needs-attention" mt="xl" mb="sm">
        Needs attention
      </Title>
      <ul className={classes.lines}>
        {troubled.slice(0, listed).map((store) => (
          <TroubledStore key={store.id} store={store} />
        ))}
        {troubled.length > listed && (
          <li className={classes.line}>
            <span className={classes.text}>{counted(troubled.length - listed, 'more store')}</span>
            <TextLink to="/stores">Show stores</TextLink>
          </li>
        )}
        {late.slice(0, listed).map((one) => (
          <LateOrders key={one.store.id} late={one} now={now} />
        ))}
        {late.length > listed && (
          <li className={classes.line}>
            <span className={classes.text}>{counted(late.length - listed, 'more store')} with late orders, in the table below</span>
          </li>
        )}
        {failed.jobs.map((job) => (
          <FailedExport key={job.id} job={job} now={now} />
        ))}
        {moreFailed > 0 && (
          <li className={classes.line}>
            <span className={classes.text}>
              {counted(moreFailed, 'more export')} failed in the last {days} days
            </span>
            <TextLink to="/jobs" search={{ status: 'failed' }}>
              Show failed jobs
            </TextLink>
          </li>
        )}
      </ul>
    </section>
  )
}
