import type { Db } from '#drizzle/database.ts'
import { auditEntries } from '#drizzle/schema.ts'

export type AuditEntry = {
  at: Date
  actorId: string
  action: string
  /** What it was done to: a store, a person; never a secret. */
  target: string | null
  decision: 'allowed' | 'denied' | 'failed'
  /** `worker`: not a call, but what came of one. */
  door: 'rest' | 'trpc' | 'auth' | 'worker'
  requestId: string
  /** What else is worth knowing, by the action; never a secret. */
  details: Record<string, unknown> | null
}

const noCharacter = '\0'
const standIn = '\ufffd'

/** Postgres keeps no NUL in a text; what was tried with one has to be on record all the same. */
function keepable<T>(value: T): T {
  const json = JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.replaceAll(noCharacter, standIn) : part))
  return JSON.parse(json)
}

/** Adds one entry; entries are never changed or removed. */
export async function record(db: Db, { at, ...entry }: AuditEntry) {
  await db.insert(auditEntries).values({ id: crypto.randomUUID(), at, ...keepable(entry) })
}
