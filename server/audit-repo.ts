import type { Db } from '#drizzle/database.ts'
import { auditEntries } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'

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
const clean = (text: string) => text.slice(0, limits.auditTextLength).toWellFormed().replaceAll(noCharacter, standIn)

function cleaned(_: string, part: unknown): unknown {
  if (typeof part === 'string') return clean(part)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [clean(name), value]))
}

/**
 * Postgres keeps no NUL in a text, nor half a character in JSON; what was tried with one has to be on record all the same. So has
 * what was tried with a text of any length, but not with all of it.
 */
const keepable = <T>(value: T): T => JSON.parse(JSON.stringify(value, cleaned))

/** Adds one entry; entries are never changed or removed. */
export async function record(db: Db, { at, ...entry }: AuditEntry) {
  await db.insert(auditEntries).values({ id: crypto.randomUUID(), at, ...keepable(entry) })
}
