import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** A part of a panel under its own heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <Title order={3} mb={8}>
      {title}
    </Title>
    {children}
  </section>
)
