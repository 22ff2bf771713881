import { z } from 'zod'

/** The instruction of a worker that sends deliveries. */
export const WebhookInstruction = z.object({
  databaseUrl: z.string(),
  /** Kills itself at the n-th statement, call or commit. null: never. */
  dieAt: z.int().nullable(),
})
export type WebhookInstruction = z.infer<typeof WebhookInstruction>

/** What a worker prints before an attempt. */
export const Begun = z.object({ webhook: z.string(), event: z.string() })
export type Begun = z.infer<typeof Begun>

/** Short, so that thousands of attempts fit into minutes. A claim is free again after twice the time of an attempt. */
export const webhookTiming = { lookMs: 50, attemptMs: 4_000, pauseMs: 40, longestPauseMs: 400 }
