import { Modal, type ModalProps } from '@mantine/core'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { useReturnFocus } from './return-focus.ts'

/** A modal that is open while mounted. Afterwards it returns the focus. */
export function Dialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  useReturnFocus()
  const isTopmost = useDialogCalls()
  return <Modal opened onClose={() => isTopmost() && onClose()} {...props} />
}
