import { z } from 'zod'

/** What a process of the proof does. `web`: people open lists now and then. `rush`: people open lists without a pause. */
export const BudgetInstruction = z.object({
  databaseUrl: z.string(),
  endpoints: z.record(z.string(), z.string()),
  folder: z.string(),
  role: z.enum(['web', 'worker', 'rush']),
  seed: z.int(),
})
export type BudgetInstruction = z.infer<typeof BudgetInstruction>

/** A list that a person opened: how long it waited for the rate limit, and how long it took. `error`: the code if it failed. */
export const OpenedList = z.object({ shop: z.string(), waitedMs: z.number(), ms: z.number(), error: z.string().nullable() })
export type OpenedList = z.infer<typeof OpenedList>
