import type { ModalProps } from '@mantine/core'
import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

type Props = Omit<ModalProps, 'opened'> & { /** Whether the form has input that would be lost. */ isFilled: () => boolean }

type Way = Pick<Parameters<ShouldBlockFn>[0], 'action' | 'current' | 'next'>

/** Back, Forward and another screen end the form. What a form does after saving stays on its screen, and the end of a session does not ask. */
const endsForm = ({ action, current, next }: Way) =>
  next.pathname !== '/login' && (current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE'))

/** A dialog with a form. Escape, the close button and the browser's Back ask before input is lost. A click outside does nothing. */
export function FormDialog({ isFilled, onClose, children, ...props }: Props) {
  const [isAsking, setAsking] = useState(false)
  const way = useBlocker({ shouldBlockFn: (one) => isFilled() && endsForm(one), enableBeforeUnload: false, withResolver: true })
  const discard = () => {
    way.proceed?.()
    // Another screen closes it by itself.
    if (way.current?.pathname === way.next?.pathname) onClose()
  }
  return (
    <Dialog size="lg" closeOnClickOutside={false} onClose={() => (isFilled() ? setAsking(true) : onClose())} {...props}>
      {children}
      {(isAsking || way.status === 'blocked') && (
        <Confirm
          title="Discard changes"
          question={messages.screen.discardConfirm}
          action="Discard"
          keep="Keep editing"
          isBusy={false}
          onConfirm={discard}
          onCancel={() => {
            way.reset?.()
            setAsking(false)
          }}
        />
      )}
    </Dialog>
  )
}
