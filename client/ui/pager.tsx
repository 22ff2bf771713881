import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './pager.module.css'

type Props = {
  /** The number of items in words, announced when it changes. */
  status: string
  /** Counts from 1. Announced from page 2 on. null: unknown. */
  page: number | null
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  /** Shown before Previous and Next. */
  sizes?: ReactNode
  /** Shown next to the status. */
  children?: ReactNode
}

/** Off while a page loads. `disabled` would lose the focus, and the next press of Enter with it. */
const turn = (isPossible: boolean, onClick: () => void) =>
  isPossible ? { onClick } : { 'aria-disabled': true, 'data-disabled': true, onClick: undefined }

/** The footer of a paged list. */
export function Pager({ status, page, hasPrevious, hasNext, onPrevious, onNext, sizes, children }: Props) {
  return (
    <footer className={classes.pager}>
      <Group gap="xs" mih={30}>
        <Text size="sm" c="dimmed" role="status">
          {status}
          {status && page !== null && page > 1 && <span className="announced">, page {page}</span>}
        </Text>
        {children}
      </Group>
      <Group gap="xs">
        {sizes}
        <Button size="xs" variant="default" leftSection={<IconChevronLeft size={14} />} {...turn(hasPrevious, onPrevious)}>
          Previous
        </Button>
        <Button size="xs" variant="default" rightSection={<IconChevronRight size={14} />} {...turn(hasNext, onNext)}>
          Next
        </Button>
      </Group>
    </footer>
  )
}
