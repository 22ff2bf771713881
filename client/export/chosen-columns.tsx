import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './column-picker.module.css'
import { moved } from './column-order.ts'

type Props<Column extends string> = { chosen: readonly Column[]; onChange: (chosen: Column[]) => void }

/** The chosen columns in the file's order, to be moved up and down and taken out. */
export function ChosenColumns<Column extends string>({ chosen, onChange }: Props<Column>) {
  const [said, say] = useState('')
  const move = (from: number, to: number) => {
    onChange(moved(chosen, from, to))
    say(`${chosen[from]}: position ${to + 1} of ${chosen.length}`)
  }
  return (
    <section className={classes.pane} aria-label="Selected columns">
      <Text size="xs" fw={550} c="dimmed">
        {chosen.length === 0 ? 'No columns selected' : 'Order in the file'}
      </Text>
      <ol className={classes.list}>
        {chosen.map((column, index) => (
          <li key={column} className={classes.column}>
            <span className={classes.position}>{index + 1}</span>
            <span className={classes.name}>{column}</span>
            <ArrowButton label={`Move ${column} up`} icon={IconChevronUp} isOff={index === 0} onClick={() => move(index, index - 1)} />
            <ArrowButton
              label={`Move ${column} down`}
              icon={IconChevronDown}
              isOff={index === chosen.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <ActionIcon aria-label={`Remove ${column}`} onClick={() => onChange(chosen.filter((other) => other !== column))}>
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  )
}

type ArrowProps = { label: string; icon: typeof IconX; isOff: boolean; onClick: () => void }

/** Stays focusable when it is off, so that the keyboard does not lose its place at the ends of the list. */
function ArrowButton({ label, icon: Icon, isOff, onClick }: ArrowProps) {
  return (
    <ActionIcon aria-label={label} aria-disabled={isOff} {...(isOff ? { 'data-disabled': true } : { onClick })}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
