import { ExportModal } from '#client/export/export-modal.tsx'
import { useExportRun } from '#client/export/export-run.ts'
import type { Store } from '#shared/stores.ts'
import type { ExportScope } from './draft.ts'
import { ExportForm } from './form.tsx'

type Props = {
  /** All whose orders the viewer may read. */
  stores: readonly Store[]
  scope: ExportScope
  isOpen: boolean
  onClose: () => void
}

/** Exports orders of one or several stores into a CSV file or a spreadsheet. */
export function ExportDialog({ stores, scope, isOpen, onClose }: Props) {
  const run = useExportRun()
  return (
    <ExportModal title="Export orders" size={1140} run={run} isOpen={isOpen} onClose={onClose}>
      {(close) => <ExportForm stores={stores} scope={scope} run={run} onClose={close} />}
    </ExportModal>
  )
}
