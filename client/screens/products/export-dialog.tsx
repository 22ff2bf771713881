import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useClosing } from '#client/export/closing.ts'
import { useExportRun } from '#client/export/export-run.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { ExportForm } from './export-form.tsx'
import type { ExportScope } from './export-request.ts'

type Props = { store: Store; scope: ExportScope; isOpen: boolean; onClose: () => void }

/** Exports products into a CSV file or a spreadsheet. Closing it gives up an export that is still running, so nothing but its buttons closes it then. */
export function ExportDialog({ store, scope, isOpen, onClose }: Props) {
  const run = useExportRun(messages.export.productsFailed)
  const close = () => {
    run.stop()
    onClose()
  }
  const whileReading = useClosing(run.progress.state === 'success', run.progress.state === 'success' ? run.progress.closeAfterMs : 0, close)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Export products"
      size={760}
      centered={false}
      yOffset="8vh"
      fullScreen={useMediaQuery('(max-width: 47.99em)')}
      closeOnEscape={!run.isRunning}
      closeOnClickOutside={!run.isRunning}
    >
      <div {...whileReading}>
        <ExportForm store={store} scope={scope} run={run} onClose={close} />
      </div>
    </Modal>
  )
}
