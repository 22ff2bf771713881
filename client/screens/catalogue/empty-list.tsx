import { Button } from '@mantine/core'
import { IconCloudDownload, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import { useCopies } from './copies.ts'

type Props = {
  /** Such as "products". */
  noun: string
  messages: { noneFound: string; tryOther: string; fillingHint: string }
  /** Leaves the search and the filters. null: nothing narrows the list. */
  onShowAll: (() => void) | null
  /** Says that there is nothing at all. */
  children: ReactNode
}

/** An empty list about all stores' products: nothing fits its filters, the shops are still being read, or there is nothing. */
export function EmptyList({ noun, messages, onShowAll, children }: Props) {
  const { isFilling } = useCopies()
  if (onShowAll)
    return (
      <EmptyState icon={IconSearchOff} title={messages.noneFound} hint={messages.tryOther}>
        <Button variant="default" onClick={onShowAll}>
          Show all {noun}
        </Button>
      </EmptyState>
    )
  if (isFilling) return <EmptyState icon={IconCloudDownload} title={catalogueScreenMessages.filling} hint={messages.fillingHint} />
  return children
}
