import { Text } from '@mantine/core'

export type RangeOfList = {
  /** Counts from 1. */
  page: number
  pageSize: number
  shown: number
}

const formatted = (count: number) => count.toLocaleString('en')

/** "51 to 100 of 20,000". `count`: of all pages; nothing is shown while it is unknown. */
export function ListRange({ page, pageSize, shown, count }: RangeOfList & { count: number | null | undefined }) {
  if (shown === 0 || count === null || count === undefined) return null
  const first = (page - 1) * pageSize + 1
  const last = first + shown - 1
  return (
    <Text size="sm" c="dimmed">
      {`${formatted(first)} to ${formatted(last)} of ${formatted(Math.max(count, last))}`}
    </Text>
  )
}
