import { z } from 'zod'

/** The instruction of a worker at its start. */
export const ChangesInstruction = z.object({
  databaseUrl: z.string(),
  folder: z.string(),
  endpoints: z.record(z.string(), z.string()),
  google: z.object({
    account: z.object({ client_email: z.string(), private_key: z.string() }),
    sheetsEndpoint: z.string(),
    tokenEndpoint: z.string(),
  }),
})
export type ChangesInstruction = z.infer<typeof ChangesInstruction>

/** What a worker is told in a line: to run all jobs that are ready. */
export const WorkCommand = z.object({
  /** How far its clock is from the machine's. */
  offsetMs: z.number(),
  /** Kills itself at the n-th write, statement, rename or call from now. null: never. */
  dieAt: z.int().nullable(),
})
export type WorkCommand = z.infer<typeof WorkCommand>
