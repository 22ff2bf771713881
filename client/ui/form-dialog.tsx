import type { ModalProps } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

type Props = Omit<ModalProps, 'opened'> & { /** Whether there is something to lose. */ isFilled: () => boolean }

/** A dialog around a form. Escape and the cross ask before they throw away what was filled in; a click beside it does nothing. */
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
