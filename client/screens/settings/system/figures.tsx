import { Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Facts } from '#client/ui/facts.tsx'
import { systemMessages } from '#shared/system-messages.ts'
import classes from './system.module.css'

/** Stands for a figure that could not be read. */
export const NotAvailable = () => (
  <Text span inherit c="dimmed" fs="italic">
    {systemMessages.unavailable}
  </Text>
)

type Row = readonly [name: string, value: ReactNode]
type Props = {
  title: string
  /** null: the part could not be read. A value of null: that figure could not. */ rows: readonly Row[] | null
  isWide?: boolean
  children?: ReactNode
}

/** A part of the system under its heading. */
export function Part({ title, rows, isWide = false, children }: Props) {
  const id = useId()
  return (
    <section className={classes.part} data-wide={isWide} aria-labelledby={id}>
      <Title order={3} id={id}>
        {title}
      </Title>
      {rows === null ? <NotAvailable /> : <Facts facts={rows.map(([name, value]) => ({ name, value: value ?? <NotAvailable /> }))} />}
      {children}
    </section>
  )
}
