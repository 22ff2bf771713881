// What a request says about the delivery of its file.
import { destinationMessages } from '#shared/destination-messages.ts'
import { AppError } from '#shared/errors.ts'
import type { ProductExportRequest } from '#shared/export.ts'
import { sheetUpdateMessages } from '#shared/sheet-update-messages.ts'
import { patternFault } from '#shared/file-name-pattern.ts'
import type { Deps } from '#server/deps.ts'
import type { DeliveryRequest } from '#server/destinations/deliver.ts'
import { findDestination, presentDestination, type DestinationRow } from '#server/destinations/service.ts'
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

const begun = { fileName: null, target: null, at: null, begun: null }

/** An export into a destination that is a spreadsheet writes it by itself. */
function writtenInto(row: DestinationRow, task: ExportTask): ExportTask {
  if (row.kind !== 'sheet') return task
  const changes = task.sheetWriting !== null && task.sheetWriting.mode !== 'new'
  if (changes && !row.settings.mayChange) refuseField('sheet', destinationMessages.sheetFixed)
  return task.toSheet(row.settings.url)
}

/**
 * The export as a job does it, and what the job says about its delivery at first. Throws INVALID_INPUT where the destination does not exist
 * or does not allow the writing.
 */
export async function withDestination(deps: Deps, task: ExportTask): Promise<{ task: ExportTask; delivery: KeptDelivery | null }> {
  if (!task.delivery) return { task, delivery: null }
  const row = await findDestination(deps, task.delivery.destinationId)
  if (!row) refuseField('destinationId', destinationMessages.gone)
  if (row.kind !== 'sheet' && task.sheetWriting) refuseField('sheet', sheetUpdateMessages.spreadsheetNeeded)
  return { task: writtenInto(row, task), delivery: { destinationId: row.id, name: row.name, kind: row.kind, ...begun } }
}

/** The export of a job, by what its destination is now. Throws DESTINATION_REFUSED where it was deleted or does not allow the writing. */
export async function atDestination(deps: Deps, task: ExportTask): Promise<ExportTask> {
  if (!task.delivery) return task
  const row = await presentDestination(deps, task.delivery.destinationId)
  try {
    return writtenInto(row, task)
  } catch (error) {
    throw error instanceof AppError ? new AppError('DESTINATION_REFUSED', error.message, { cause: error }) : error
  }
}
