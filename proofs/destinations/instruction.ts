import { z } from 'zod'

/** The instruction of a worker that delivers files. */
export const DeliveryInstruction = z.object({
  databaseUrl: z.string(),
  folder: z.string(),
  endpoints: z.record(z.string(), z.string()),
  smtpUrl: z.string(),
})
export type DeliveryInstruction = z.infer<typeof DeliveryInstruction>

/** What a worker is told in a line: to run all jobs that are ready. */
export const DeliveryCommand = z.object({
  /** How far the clock of the leases is from the machine's. */
  offsetMs: z.number(),
  /** Kills itself at the n-th packet, write, statement or call from now. null: never. */
  dieAt: z.int().nullable(),
})
export type DeliveryCommand = z.infer<typeof DeliveryCommand>

/** What a worker answers. `points`: those that it has passed, where it was to die. */
export const Drained = z.object({ points: z.int() })

/** How long a destination may be silent, in ms. Short, so that a stall takes seconds. */
export const silenceMs = 5_000
