import { ExportLike } from '#client/export/export-like.tsx'
import { ExportModal } from '#client/export/export-modal.tsx'
import { useExportRun } from '#client/export/export-run.ts'
import type { Store } from '#shared/stores.ts'
import type { OrderExportScope } from './draft.ts'
import { OrderExportForm } from './form.tsx'
import { orderExportLike } from './like.ts'

type Props = {
  /** All whose orders the viewer may read. */
  stores: readonly Store[]
  scope: OrderExportScope
  /** The job whose request the dialog begins with. */
  jobId: string | undefined
  isOpen: boolean
  onClose: () => void
}

/** Exports orders of one or several stores into a CSV file or a spreadsheet. */
export function OrderExportDialog({ stores, scope, jobId, isOpen, onClose }: Props) {
  const run = useExportRun()
  return (
    <ExportModal title="Export orders" size={1140} run={run} isOpen={isOpen} onClose={onClose}>
      {(close) =>
        jobId === undefined ? (
          // What was selected right before can be drawn after the dialog, which begins with it.
          <OrderExportForm key={String(scope.selectedIds.length > 0)} stores={stores} scope={scope} run={run} onClose={close} />
        ) : (
          <ExportLike jobId={jobId}>
            {(found) => {
              const like = orderExportLike(found)
              return <OrderExportForm stores={stores} scope={like.scope} first={like.draft} run={run} onClose={close} />
            }}
          </ExportLike>
        )
      }
    </ExportModal>
  )
}
