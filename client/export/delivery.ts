import { destinationMessages } from '#shared/destination-messages.ts'
import { safeFileName } from '#shared/safe-file-name.ts'
import { defaultPattern, patternFault, resolved } from '#shared/file-name-pattern.ts'
import type { JobType } from '#shared/jobs.ts'

/** Where a finished file goes, as a dialog has it. It is never remembered: data leaves for another place only where somebody chose it. */
export type DeliveryDraft = {
  /** Empty: the file stays with the job. */
  destinationId: string
  /** A pattern; empty for the usual one. */
  fileName: string
  includeReceipt: boolean
}

export const noDelivery: DeliveryDraft = { destinationId: '', fileName: '', includeReceipt: false }

type Sent = { destinationId?: string | undefined; fileName?: string | undefined; includeReceipt?: boolean | undefined }

/** The delivery as a part of a request, which leaves out the defaults. */
export function deliveryIn({ destinationId, fileName, includeReceipt }: DeliveryDraft): Sent {
  if (destinationId === '') return {}
  return { destinationId, ...(fileName.trim() !== '' && { fileName: fileName.trim() }), ...(includeReceipt && { includeReceipt }) }
}

/** The delivery of an earlier request. */
export const deliveryLike = ({ destinationId = '', fileName = '', includeReceipt = false }: Sent): DeliveryDraft => ({
  destinationId,
  fileName,
  includeReceipt,
})

/** Why the name cannot be used; undefined where it can, or where no file is delivered. */
export const deliveryMistake = ({ destinationId, fileName }: DeliveryDraft): string | undefined =>
  destinationId === '' ? undefined : (patternFault(fileName) ?? undefined)

const types: Record<JobType, string> = { product_export: 'products', order_export: 'orders' }

/** An example of the name that a pattern makes, without its extension. */
export function exampleName(type: JobType, pattern: string, at: Date): string {
  const facts = {
    schedule: destinationMessages.exampleSchedule,
    date: at.toISOString().slice(0, 10),
    time: at.toISOString().slice(11, 19).replaceAll(':', ''),
    store: destinationMessages.exampleStore,
    type: types[type],
    job: '5f1c',
  }
  return safeFileName(resolved(pattern.trim() || defaultPattern, facts), '')
}
