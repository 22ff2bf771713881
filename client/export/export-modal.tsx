import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { useReturnFocus } from '#client/ui/return-focus.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { useClosing } from './closing.ts'
import type { ExportRun } from './export-run.ts'

type Props = {
  title: string
  /** Width in pixels, where there is so much room. */
  size: number
  run: ExportRun
  isOpen: boolean
  onClose: () => void
  /** Draws the content, which starts anew each time that the dialog opens. */
  children: (close: () => void) => ReactNode
}

/** The dialog of an export. Closing it gives up an export that is still running, so nothing but its buttons closes it then. */
export function ExportModal({ title, size, run, isOpen, onClose, children }: Props) {
  const close = () => {
    run.stop()
    onClose()
  }
  const whileReading = useClosing(run.progress.state === 'success', run.progress.state === 'success' ? run.progress.closeAfterMs : 0, close)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      size={size}
      centered={false}
      yOffset="8vh"
      fullScreen={useMediaQuery('(max-width: 47.99em)')}
      // What has the focus must not hide behind the head and the foot, which stay when the rest scrolls.
      styles={{ content: { scrollPaddingBlock: '72px 240px' } }}
      closeOnEscape={!run.isRunning}
      closeOnClickOutside={!run.isRunning}
      returnFocus={false}
    >
      <Content>
        <div {...whileReading}>{children(close)}</div>
        {run.isRunning && <LeaveQuestion />}
      </Content>
    </Modal>
  )
}

/** What `ui/dialog.tsx` does for the others. Mantine's own way forgets the opener where the dialog was still on its way when it was asked for. */
function Content({ children }: { children: ReactNode }) {
  useReturnFocus()
  useDialogCalls()
  return children
}
