import { useId, type ReactNode } from 'react'
import classes from './export.module.css'

type Props = { number: number; title: string; children: ReactNode }

/** One of the things to decide on, under its numbered heading. */
export function Step({ number, title, children }: Props) {
  const heading = useId()
  return (
    <section className={classes.step} aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        <span className={classes.number}>{number}</span> {title}
      </h3>
      {children}
    </section>
  )
}
