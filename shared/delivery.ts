// The delivery of finished files, as exports and jobs speak of it. It is apart from destinations.ts, because browsers load it at once.
import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { SheetWriting } from '#shared/sheet-writing.ts'

export const destinationKinds = ['s3', 'sftp', 'email', 'webhook', 'sheet'] as const
export const DestinationKind = z.enum(destinationKinds)
export type DestinationKind = z.infer<typeof DestinationKind>

/** The part of an export's request that says where its result goes. `fileName` is a pattern. */
export const deliveryFields = {
  destinationId: z.string().min(1).max(64).optional(),
  fileName: z.string().trim().min(1).max(limits.destinations.patternLength).optional(),
  includeReceipt: z.boolean().optional(),
  /** How the spreadsheet is written. Without it, the export is a new sheet. */
  sheet: SheetWriting.optional(),
}

/** `waiting`: the file has not arrived yet. `failed`: the job ended without a delivery, and its error says why. */
export const JobDelivery = z.object({
  destinationId: z.string(),
  /** The name of the destination. */
  name: z.string(),
  kind: DestinationKind,
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** The name of the file there. null: it has not arrived. */
  fileName: z.string().nullable(),
  /** Where the file is, for people. null: it has not arrived, or the reader may not see addresses of destinations. */
  target: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})
export type JobDelivery = z.infer<typeof JobDelivery>
