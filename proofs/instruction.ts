import { z } from 'zod'

export const Mutant = z.enum(['none', 'resumeFromEnd', 'checkpointBeforeWrite'])
export type Mutant = z.infer<typeof Mutant>

const Place = z.object({
  bucket: z.string(),
  prefix: z.string(),
  region: z.string(),
  endpoint: z.string().or(z.undefined()),
  forcePathStyle: z.boolean(),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }).or(z.undefined()),
})

/** The instruction of a proof's worker at its start. */
export const Instruction = z.object({
  databaseUrl: z.string(),
  filesFolder: z.string().optional(),
  filesBucket: Place.optional(),
  endpoints: z.record(z.string(), z.string()),
  mutant: Mutant,
  leaseMs: z.int(),
  /** Kills itself at the n-th write, fsync, statement, rename or call. null: never. */
  dieAt: z.int().nullable(),
})
export type Instruction = z.infer<typeof Instruction>

/** The instruction of a worker with small jobs. */
export const QueueInstruction = z.object({
  databaseUrl: z.string(),
  leaseMs: z.int(),
  /** Whether each of its jobs kills the worker. */
  isPoison: z.boolean(),
})
export type QueueInstruction = z.infer<typeof QueueInstruction>

/** A secret of 32 bytes for proofs. */
export const appSecret = Buffer.alloc(32, 9).toString('base64')
export const timing = { leaseMs: 300, heartbeatMs: 75, pollMs: 15 }
