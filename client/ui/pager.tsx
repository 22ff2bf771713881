import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './pager.module.css'

type Props<Size extends number> = {
  /** What the list holds, in words; read out when it changes. */
  status: string
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  pageSizes: readonly Size[]
  pageSize: Size
  onPageSize: (size: Size) => void
  /** Stands beside the status. */
  children: ReactNode
}

/** The foot of a list that is turned page by page. */
export function Pager<Size extends number>(props: Props<Size>) {
  const { status, hasPrevious, hasNext, onPrevious, onNext, pageSizes, pageSize, onPageSize, children } = props
  const choose = (typed: string) => {
    const size = pageSizes.find((one) => String(one) === typed)
    if (size) onPageSize(size)
  }
  return (
    <footer className={classes.pager}>
      <Group gap="xs" mih={30}>
        <Text size="sm" c="dimmed" role="status">
          {status}
        </Text>
        {children}
      </Group>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          w={76}
          aria-label="Items per page"
          data={pageSizes.map(String)}
          value={String(pageSize)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Button size="xs" variant="default" leftSection={<IconChevronLeft size={14} />} disabled={!hasPrevious} onClick={onPrevious}>
          Previous
        </Button>
        <Button size="xs" variant="default" rightSection={<IconChevronRight size={14} />} disabled={!hasNext} onClick={onNext}>
          Next
        </Button>
      </Group>
    </footer>
  )
}
