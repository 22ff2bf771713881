import { z } from 'zod'
import { GivenInstant } from '#shared/given-times.ts'
import { limits } from '#shared/limits.ts'
import { NextCursor } from '#shared/paging.ts'

const Word = z.string().trim().max(100)

/**
 * How an action came to be recorded. `auth`: a call of sign-in, password or second factor. `worker`: the end of a job, which is no call.
 * `shell`: a command on the server's machine.
 */
export type Transport = 'rest' | 'trpc' | 'mcp' | 'auth' | 'worker' | 'shell'

const transportLabels: Readonly<Record<Transport, string>> = {
  rest: 'REST API',
  trpc: 'Web app',
  mcp: 'Assistant',
  auth: 'Sign-in',
  worker: 'Job',
  shell: 'Command line',
}
const isTransport = (transport: string): transport is Transport => Object.hasOwn(transportLabels, transport)

/** A transport of the audit log in words. A later version's own stays as it is. */
export const transportInWords = (transport: string): string => (isTransport(transport) ? transportLabels[transport] : transport)

/**
 * An entry of the audit log: an action that was carried out or refused. `actor_email` is the person's current address, null if the person
 * was deleted or unknown, and for service accounts. `actor_name` and `target_name` are the names at the time. `repeats` counts refusals that share the entry.
 */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor_id: z.string(),
  actor_email: z.string().nullable(),
  actor_name: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  target_name: z.string().nullable(),
  decision: z.string(),
  transport: z.string(),
  request_id: z.string(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  repeats: z.int().min(1),
  details: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** `action`: the start of an action's name (`users.`: all about people). `actor`: an id, a person's current or former e-mail address, or a service account's name. */
const AuditFilter = z
  .object({
    action: Word,
    actor: Word,
    target: Word,
    decision: z.enum(['allowed', 'denied', 'failed']),
    from: GivenInstant,
    until: GivenInstant,
  })
  .partial()
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditListRequest = z.strictObject({
  ...AuditFilter.shape,
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.auditPage),
  cursor: z.string().max(500).optional(),
})
export type AuditListRequest = z.infer<typeof AuditListRequest>
export const AuditListResponse = z.object({ entries: z.array(AuditEntry), nextCursor: NextCursor, next_cursor: NextCursor })
export const AuditCsvRequest = z.strictObject(AuditFilter.shape)
