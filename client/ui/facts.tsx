import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'

type Fact = { name: string; value: ReactNode }

/** Names and values. A fact without a value is not shown. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => Boolean(value))
        .map(({ name, value }, index) => (
          <Fragment key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}
