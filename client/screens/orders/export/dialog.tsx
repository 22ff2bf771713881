import { ExportModal } from '#client/export/export-modal.tsx'
import { useExportRun } from '#client/export/export-run.ts'
import type { Store } from '#shared/stores.ts'
import type { OrderExportScope } from './draft.ts'
import { OrderExportForm } from './form.tsx'

type Props = {
  /** All whose orders the viewer may read. */
  stores: readonly Store[]
  scope: OrderExportScope
  isOpen: boolean
  onClose: () => void
}

/** Exports orders of one or several stores into a CSV file or a spreadsheet. */
export function OrderExportDialog({ stores, scope, isOpen, onClose }: Props) {
  const run = useExportRun()
  return (
    <ExportModal title="Export orders" size={1140} run={run} isOpen={isOpen} onClose={onClose}>
      {(close) => <OrderExportForm stores={stores} scope={scope} run={run} onClose={close} />}
    </ExportModal>
  )
}
