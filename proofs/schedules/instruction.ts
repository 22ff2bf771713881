import { z } from 'zod'

/** The instruction of a worker that makes the runs of schedules. */
export const FiringInstruction = z.object({
  databaseUrl: z.string(),
  /** How far its machine's clock is off. */
  skewMs: z.number(),
  /** How many loops make runs at the same time in the process. */
  loops: z.int(),
  /** Kills itself at the n-th statement or commit. null: never. */
  dieAt: z.int().nullable(),
})
export type FiringInstruction = z.infer<typeof FiringInstruction>
