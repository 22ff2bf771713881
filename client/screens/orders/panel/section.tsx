import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './whole-order.module.css'

/** A part of the order under its own heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <Title order={3} mb={8}>
      {title}
    </Title>
    {children}
  </section>
)
