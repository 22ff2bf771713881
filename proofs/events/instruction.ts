import { z } from 'zod'

/** The instruction of a process that records events at a random pace. */
export const RecorderInstruction = z.object({
  databaseUrl: z.string(),
  stores: z.object({ north: z.string(), south: z.string() }),
  longestPauseMs: z.int(),
  /** For how long a transaction stays open after it has recorded its event, at most. On Postgres only. */
  longestCommitMs: z.int(),
})
export type RecorderInstruction = z.infer<typeof RecorderInstruction>

/** What a recorder prints after the commit. */
export const Recorded = z.object({ id: z.string(), at: z.number() })

export const Listening = z.object({ port: z.int() })
