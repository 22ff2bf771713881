import { Modal, type ModalProps } from '@mantine/core'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { useReturnFocus } from './return-focus.ts'

/** A modal that is open for as long as it is there; afterwards the focus is back where it came from. */
export function Dialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  useReturnFocus()
  const isTopmost = useDialogCalls()
  return <Modal opened onClose={() => isTopmost() && onClose()} {...props} />
}
