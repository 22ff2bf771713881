// What a request says about the delivery of its file.
import { destinationMessages } from '#shared/destination-messages.ts'
import type { ProductExportRequest } from '#shared/export.ts'
import { sheetUpdateMessages } from '#shared/sheet-update-messages.ts'
import { patternFault } from '#shared/file-name-pattern.ts'
import type { Deps } from '#server/deps.ts'
import type { DeliveryRequest } from '#server/destinations/deliver.ts'
import { findDestination } from '#server/destinations/service.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { KeptDelivery } from '#server/jobs/row.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

type Delivered = Pick<ProductExportRequest, 'destinationId' | 'fileName' | 'includeReceipt'>
type Asked = Delivered & Pick<ProductExportRequest, 'sheet'>

/** The request without the delivery of its file. */
export function keptRequest<Request extends Delivered>({
  destinationId: _destinationId,
  fileName: _fileName,
  includeReceipt: _includeReceipt,
  ...kept
}: Request): Omit<Request, keyof Delivered> {
  return kept
}

/**
 * null: the file stays with the job. Throws INVALID_INPUT for a name without a destination, for a destination beside a spreadsheet, and for a
 * sheet to replace or update without a spreadsheet.
 */
export function deliveryOf({ destinationId, fileName, includeReceipt, sheet }: Asked, sheetUrl: string): DeliveryRequest | null {
  if (destinationId === undefined) {
    if (fileName !== undefined) refuseField('fileName', destinationMessages.destinationNeeded)
    if (includeReceipt === true) refuseField('includeReceipt', destinationMessages.destinationNeeded)
    if (sheet && sheetUrl === '') refuseField('sheet', sheetUpdateMessages.spreadsheetNeeded)
    return null
  }
  if (sheetUrl !== '') refuseField('destinationId', destinationMessages.sheetOrDestination)
  const fault = fileName === undefined ? null : patternFault(fileName)
  if (fault !== null) refuseField('fileName', fault)
  return { destinationId, fileName, includeReceipt }
}

/**
 * The export as a job does it, and what the job says about its delivery at first. A destination that is a spreadsheet is written by the
 * export itself. Throws INVALID_INPUT where the destination does not exist.
 */
export async function withDestination(deps: Deps, task: ExportTask): Promise<{ task: ExportTask; delivery: KeptDelivery | null }> {
  if (!task.delivery) return { task, delivery: null }
  const row = await findDestination(deps, task.delivery.destinationId)
  if (!row) refuseField('destinationId', destinationMessages.gone)
  if (row.kind !== 'sheet' && task.sheetWriting) refuseField('sheet', sheetUpdateMessages.spreadsheetNeeded)
  if (row.kind === 'sheet') return { task: task.toSheet(row.settings.url), delivery: null }
  return { task, delivery: { destinationId: row.id, name: row.name, kind: row.kind, fileName: null, target: null, at: null, begun: null } }
}
