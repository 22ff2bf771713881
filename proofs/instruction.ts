import { z } from 'zod'

export const Mutant = z.enum(['none', 'resumeFromEnd', 'checkpointBeforeWrite'])
export type Mutant = z.infer<typeof Mutant>

/** What a worker of a proof is told when it is started. */
export const Instruction = z.object({
  databaseUrl: z.string(),
  filesFolder: z.string().optional(),
  endpoints: z.record(z.string(), z.string()),
  mutant: Mutant,
  leaseMs: z.int(),
  /** Kills itself at the n-th write, fsync, statement, rename or call; null: never. */
  dieAt: z.int().nullable(),
})
export type Instruction = z.infer<typeof Instruction>

/** What a worker of small jobs is told. */
export const QueueInstruction = z.object({
  databaseUrl: z.string(),
  leaseMs: z.int(),
  /** Each job that it takes kills it. */
  isPoison: z.boolean(),
})
export type QueueInstruction = z.infer<typeof QueueInstruction>

/** For proofs alone: 32 bytes. */
export const appSecret = Buffer.alloc(32, 9).toString('base64')
export const timing = { leaseMs: 300, heartbeatMs: 75, pollMs: 15 }
