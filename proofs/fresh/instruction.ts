import { z } from 'zod'

/** What the server of the proof is told at its start. `now` in ms since 1970. */
export const FreshInstruction = z.object({
  databaseUrl: z.string(),
  dataDir: z.string(),
  endpoints: z.record(z.string(), z.string()),
  now: z.number(),
})
export type FreshInstruction = z.infer<typeof FreshInstruction>

/** Where shops find the product. The sandbox sends to the proof's server in its place. */
export const freshUrl = 'https://backoffice.acme-team.com'
