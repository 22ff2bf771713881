import { ExportLike } from '#client/export/export-like.tsx'
import { ExportModal } from '#client/export/export-modal.tsx'
import { useExportRun } from '#client/export/export-run.ts'
import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { productExportLike } from './export-like.ts'
import { ProductExportForm } from './export-form.tsx'
import type { ProductExportScope } from './export-request.ts'

type Props = {
  store: Store
  scope: ProductExportScope
  /** The job whose request the dialog begins with. */
  jobId: string | undefined
  isOpen: boolean
  onClose: () => void
}

/** Exports products into a CSV file or a spreadsheet. */
export function ProductExportDialog({ store, scope, jobId, isOpen, onClose }: Props) {
  const run = useExportRun()
  return (
    <ExportModal title="Export products" size={760} run={run} isOpen={isOpen} onClose={onClose}>
      {(close) =>
        jobId === undefined ? (
          // What was selected right before can be drawn after the dialog, which begins with it.
          <ProductExportForm key={String(scope.selectedIds.length > 0)} store={store} scope={scope} run={run} onClose={close} />
        ) : (
          <ExportLike jobId={jobId}>
            {(found) => {
              const like = productExportLike(found)
              if (like.scope.storeId !== store.id) return <Banner kind="error">{messages.jobs.storeUnreached}</Banner>
              return <ProductExportForm store={store} scope={like.scope} first={like.draft} run={run} onClose={close} />
            }}
          </ExportLike>
        )
      }
    </ExportModal>
  )
}
