import type { ModalProps } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

type Props = Omit<ModalProps, 'opened'> & { /** Whether the form has input that would be lost. */ isFilled: () => boolean }

/** A dialog with a form. Escape and the close button ask before input is lost. A click outside does nothing. */
export function FormDialog({ isFilled, onClose, children, ...props }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog size="lg" closeOnClickOutside={false} onClose={() => (isFilled() ? setAsking(true) : onClose())} {...props}>
      {children}
      {isAsking && (
        <Confirm
          title="Discard changes"
          question={messages.screen.discardConfirm}
          action="Discard"
          keep="Keep editing"
          isBusy={false}
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}
