import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './pager.module.css'

type Props = {
  /** What the list holds, in words; read out when it changes. */
  status: string
  /** Counted from 1 and read out from the second on; null where nobody knows. */
  page: number | null
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  /** Stands before Previous and Next. */
  sizes?: ReactNode
  /** Stands beside the status. */
  children?: ReactNode
}

/** While a page loads there is nowhere to turn to: `disabled` would take the focus away, and with it the next press of Enter. */
const turn = (isPossible: boolean, onClick: () => void) =>
  isPossible ? { onClick } : { 'aria-disabled': true, 'data-disabled': true, onClick: undefined }

/** The foot of a list that is turned page by page. */
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
      <Group gap="xs" wrap="nowrap">
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
