import { ActionIcon, Box, CloseButton, Group, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import classes from './detail-panel.module.css'
import { areListKeysOn, panelShortcuts } from './list-keys.ts'
import { useReturnFocus } from './return-focus.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SidePanel } from './side-panel.tsx'

/** On narrower screens the list would be too narrow beside the panel, which covers it there. */
const wide = '(min-width: 75em)'
const typing = 'input:not([type=checkbox]), textarea, select, [role=menu], [role=listbox], [role=radiogroup]'

const withKey = (key: string) => `[aria-keyshortcuts="${key}"]`

/** The items before and after this one in the list. null: there is none on the page. */
export type Neighbours = { previous: (() => void) | null; next: (() => void) | null }

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
  if (isWide) return <BesideList {...props} />
  const { title, noun, neighbours, onClose, children } = props
  return (
    <SidePanel title={title} onClose={onClose}>
      <Box mb="sm">
        <Moves noun={noun} neighbours={neighbours} />
      </Box>
      {children}
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
  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event
    if (!(target instanceof Element)) return
    // Escape has perhaps closed that dialog just now, which is why the document is not asked alone.
    const dialog = target.closest('[role=dialog]')
    const isInOther = (dialog !== null && dialog !== panel.current) || document.querySelector('[aria-modal=true]') !== null
    const isElsewhere = isInOther || target.closest(typing) !== null
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isElsewhere) return
    if (key === 'Escape') return close()
    if (!areListKeysOn()) return
    const pressed = panelShortcuts.find((shortcut) => shortcut.key === key) && panel.current?.querySelector<HTMLElement>(withKey(key))
    if (pressed) {
      event.preventDefault()
      return pressed.click()
    }
    // Outside of the panel, these keys move in the list.
    const move = { j: neighbours.next, k: neighbours.previous }[key]
    if (!move || !panel.current?.contains(target)) return
    event.preventDefault()
    // What has the focus may disappear with this item.
    panel.current.focus({ preventScroll: true })
    move()
  }
  // Before the panel is painted: a key that follows at once must not be lost.
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
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
