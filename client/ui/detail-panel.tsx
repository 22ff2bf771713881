import { ActionIcon, Box, CloseButton, Group, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import classes from './detail-panel.module.css'
import { usePanelKeys, type Neighbours } from './panel-keys.ts'
import { useReturnFocus } from './return-focus.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SidePanel } from './side-panel.tsx'

/** On narrower screens the list would be too narrow beside the panel, which covers it there. */
const wide = '(min-width: 75em)'

type Props = {
  title: string
  /** What the panel shows, in lower case: "order". */
  noun: string
  neighbours: Neighbours
  onClose: () => void
  children: ReactNode
}

type MoveProps = { label: string; listKey: string; onClick: (() => void) | null; children: ReactNode }

/** At the end of the page it is off. `disabled` would lose the focus, and with it the keys of the panel. */
const Move = ({ label, listKey, onClick, children }: MoveProps) => (
  <ActionIcon
    className={classes.move ?? ''}
    aria-label={label}
    title={`${label} (${listKey})`}
    size={32}
    {...(onClick ? { onClick } : { 'aria-disabled': true, 'data-disabled': true })}
  >
    {children}
  </ActionIcon>
)

const Moves = ({ noun, neighbours: { previous, next } }: Pick<Props, 'noun' | 'neighbours'>) => (
  <Group gap={4} wrap="nowrap">
    <Move label={`Previous ${noun}`} listKey="k" onClick={previous}>
      <IconChevronUp size={18} stroke={1.75} />
    </Move>
    <Move label={`Next ${noun}`} listKey="j" onClick={next}>
      <IconChevronDown size={18} stroke={1.75} />
    </Move>
  </Group>
)

/** The details of one item of a list. Beside the list, which stays in use, or on a narrow screen over it. Escape closes it. */
export function DetailPanel(props: Props) {
  useReturnFocus({ unlessElsewhere: true })
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false })
  return isWide ? <BesideList {...props} /> : <OverList {...props} />
}

function OverList({ title, noun, neighbours, onClose, children }: Props) {
  const content = useRef<HTMLDivElement>(null)
  // The drawer itself closes by Escape.
  usePanelKeys(content, neighbours, null)
  return (
    <SidePanel title={title} onClose={onClose}>
      <div ref={content}>
        <Box mb="sm">
          <Moves noun={noun} neighbours={neighbours} />
        </Box>
        {children}
      </div>
    </SidePanel>
  )
}

function BesideList({ title, noun, neighbours, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  /** Where the panel has moved to another row, the focus goes on from that one. */
  const close = () => {
    const row = document.querySelector('main tr[data-open]')
    if (row && !row.contains(opener) && panel.current?.contains(document.activeElement))
      row.querySelector<HTMLElement>('button[aria-haspopup=dialog]')?.focus()
    onClose()
  }
  // Before the panel is painted: a key that follows at once must not be lost.
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), [])
  usePanelKeys(panel, neighbours, close)
  return (
    <div ref={panel} className={classes.panel} role="dialog" aria-label={title} tabIndex={-1}>
      <div className={classes.head}>
        <Title order={2} className={classes.title ?? ''} title={title}>
          {title}
        </Title>
        <Moves noun={noun} neighbours={neighbours} />
        <CloseButton aria-label="Close" title="Close (Esc)" size={32} onClick={close} />
      </div>
      <ScrollRegion key={title} className={classes.body} label={`Details of ${noun}`}>
        {children}
      </ScrollRegion>
    </div>
  )
}
