import { StoreMark } from '#client/ui/store-mark.tsx'
import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { compareNames } from '#shared/name-order.ts'
import classes from './job-stores.module.css'

const shown = 2

/** The stores of a job with their marks; in the order of their names. Of many, the first two are named. */
export function JobStores({ stores }: Pick<Job, 'stores'>) {
  const named = stores
    .toSorted((one, other) => Number(one.name === null) - Number(other.name === null) || compareNames(String(one.name), String(other.name)))
    .map(({ id, name }) => ({ id, name: name ?? messages.jobs.deletedStore }))
  const rest = named.slice(shown)
  return (
    <span className={classes.stores}>
      {named.slice(0, shown).map(({ id, name }) => (
        <span key={id} className={classes.store}>
          <StoreMark id={id} name={name} />
          <bdi>{name}</bdi>
        </span>
      ))}
      {rest.length > 0 && <span title={rest.map(({ name }) => name).join(', ')}>and {rest.length} more</span>}
    </span>
  )
}
