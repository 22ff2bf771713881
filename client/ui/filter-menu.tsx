import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Count } from './count.tsx'
import classes from './filter-menu.module.css'

type Props = { label: string; /** The number of active values. */ count: number; children: ReactNode }

/** A button that opens the values of one filter over the list. */
export function FilterMenu({ label, count, children }: Props) {
  return (
    <Popover trapFocus returnFocus position="bottom-start" shadow="md" width={280}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          data-used={count > 0 || undefined}
          className={classes.button ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {label}
          <Count value={count} />
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={classes.dropdown ?? ''}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
