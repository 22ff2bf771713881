import { ExportModal } from '#client/export/export-modal.tsx'
import { useExportRun } from '#client/export/export-run.ts'
import type { Store } from '#shared/stores.ts'
import { ProductExportForm } from './export-form.tsx'
import type { ProductExportScope } from './export-request.ts'

type Props = { store: Store; scope: ProductExportScope; isOpen: boolean; onClose: () => void }

/** Exports products into a CSV file or a spreadsheet. */
export function ProductExportDialog({ store, scope, isOpen, onClose }: Props) {
  const run = useExportRun()
  return (
    <ExportModal title="Export products" size={760} run={run} isOpen={isOpen} onClose={onClose}>
      {(close) => <ProductExportForm store={store} scope={scope} run={run} onClose={close} />}
    </ExportModal>
  )
}
