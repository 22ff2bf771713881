import { ActionIcon, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { startTransition, Suspense, useState, type ReactNode } from 'react'
import type { Density } from '#shared/list-layout.ts'
import menuClasses from './filter-menu.module.css'
import { lazyBehind } from './lazy-behind.ts'

const ColumnsChoices = lazyBehind(async () => (await import('./columns-choices.tsx')).ColumnsChoices)

export type ColumnsProps<Column extends string> = {
  /** Those that the list can show. */
  columns: readonly { key: Column; label: string; /** Pixels. null: it takes what the others leave. */ width?: number | null }[]
  /** Those that it shows, in their order. */
  shown: readonly Column[]
  density: Density
  onChange: (layout: { columns: Column[]; density: Density }) => void
  /** null: the table has no widths to choose. */
  onWidth: ((column: Column, width: number) => void) | null
  onReset: () => void
  /** More that this list can choose. */
  children?: ReactNode
}

/** "Columns": which columns a list shows in which order, and how tall its rows are. */
export function ColumnsMenu<Column extends string>({ onChange, onWidth, onReset, ...choices }: ColumnsProps<Column>) {
  const { columns, shown } = choices
  // The lazy part knows the columns as texts.
  const known = [...new Set([...columns.map(({ key }) => key), ...shown])]
  const [isOpen, setOpen] = useState(false)
  const reset = () => {
    setOpen(false)
    onReset()
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end" shadow="md" width={330}>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Columns"
          title="Columns"
          onClick={() => startTransition(() => setOpen((isShown) => !isShown))}
        >
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={menuClasses.dropdown ?? ''}>
        <Suspense>
          <ColumnsChoices
            {...choices}
            onChange={({ columns: keys, density }) =>
              onChange({ columns: keys.flatMap((key) => known.find((one) => one === key) ?? []), density })
            }
            onWidth={
              onWidth &&
              ((column, width) => {
                const changed = known.find((one) => one === column)
                if (changed !== undefined) onWidth(changed, width)
              })
            }
            onReset={reset}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
