import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, type ReactNode } from 'react'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { useReturnFocus } from '#client/ui/return-focus.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { useClosing } from './closing.ts'
import classes from './export-modal.module.css'
import type { ExportRun } from './export-run.ts'

type Props = {
  title: string
  /** Maximum width in pixels. */
  size: number
  run: ExportRun
  isOpen: boolean
  onClose: () => void
  /** Renders the content, which is reset each time the dialog opens. */
  children: (close: () => void) => ReactNode
}

/** The dialog of an export. Closing it cancels a running export, so then only its buttons close it. */
export function ExportModal({ title, size, run, isOpen, onClose, children }: Props) {
  const close = () => {
    run.stop()
    onClose()
  }
  const isTopmost = useRef<() => boolean>(() => true)
  const whileReading = useClosing(run.progress.state === 'success', run.progress.state === 'success' ? run.progress.closeAfterMs : 0, close)
  return (
    <Modal
      opened={isOpen}
      onClose={() => isTopmost.current() && close()}
      title={title}
      size={size}
      centered={false}
      yOffset="8vh"
      fullScreen={useMediaQuery('(max-width: 47.99em)')}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      closeOnEscape={!run.isRunning}
      closeOnClickOutside={!run.isRunning}
      returnFocus={false}
    >
      <Content onKnown={(isOnTop) => (isTopmost.current = isOnTop)}>
        <div className={classes.frame} {...whileReading}>
          {children(close)}
        </div>
        {run.isRunning && <LeaveQuestion />}
      </Content>
    </Modal>
  )
}

type ContentProps = {
  /** Is given what says whether no other dialog lies over this one. */
  onKnown: (isOnTop: () => boolean) => void
  children: ReactNode
}

/** Returns the focus to the opener, as `ui/dialog.tsx` does. Mantine forgets the opener of a dialog that is still loading. */
function Content({ onKnown, children }: ContentProps) {
  useReturnFocus()
  const isOnTop = useDialogCalls()
  useEffect(() => {
    onKnown(isOnTop)
  })
  return children
}
