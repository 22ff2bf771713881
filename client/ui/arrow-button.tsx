import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type Props = { label: string; icon: Icon; isOff: boolean; onClick: () => void }

/** Moves an entry of a list. It stays focusable when disabled, so that the keyboard focus is not lost at the ends of the list. */
export function ArrowButton({ label, icon: Arrow, isOff, onClick }: Props) {
  return (
    <ActionIcon aria-label={label} aria-disabled={isOff} {...(isOff ? { 'data-disabled': true } : { onClick })}>
      <Arrow size={14} aria-hidden />
    </ActionIcon>
  )
}
