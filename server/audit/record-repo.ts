import { createHash } from 'node:crypto'
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { stores, users } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import { boundedDetails, cleanText, type AuditDetails } from './details.ts'

export type NewAuditEntry = {
  /** The moment of writing: an entry never comes to stand in a minute that is closed. */
  at: Date
  actorId: string
  /** Left out: the e-mail address of that person. */
  actorName?: string | null
  action: string
  /** What it was done to: a store, a person; never a secret. */
  target: string | null
  /** Left out: the e-mail address or name of that person or store, as far as it is there. */
  targetName?: string | null
  decision: 'allowed' | 'denied' | 'failed'
  /** `worker`: not a call, but what came of one. */
  door: 'rest' | 'trpc' | 'auth' | 'worker'
  requestId: string
  /** What else is worth knowing, by the action; never a secret. */
  details: AuditDetails | null
  /** Where the call came from and with what; left out where it was no call. */
  address?: string | null
  userAgent?: string | null
}

const minuteMs = 60_000
const { refusalsPerMinute, targetLength, nameLength, userAgentLength } = limits.audit

const clean = (text: string | null | undefined, length: number) => (text ? cleanText(text, length) : null)

const minuteOf = (at: Date) => Math.floor(at.getTime() / minuteMs) * minuteMs

/** What was allowed has an entry of its own each time, and so has the end of a job. */
const isRefusedCall = ({ decision, door }: NewAuditEntry) => decision !== 'allowed' && door !== 'worker'

/** What makes two refusals the same; null where nothing is folded. */
function foldKeyOf(entry: NewAuditEntry): string | null {
  const { at, actorId, action, target, decision, address = null } = entry
  if (!isRefusedCall(entry)) return null
  return createHash('sha256')
    .update(JSON.stringify([minuteOf(at), actorId, action, target, decision, address]))
    .digest('base64url')
}

/** Whether this caller has left so many entries about refusals in the minute that more of them would only fill the disk. */
async function isCrowded(db: Db, entry: NewAuditEntry): Promise<boolean> {
  if (!isRefusedCall(entry)) return false
  const { at, actorId, address = null } = entry
  const isCallers = and(
    eq(auditEntries.actorId, actorId),
    address === null ? isNull(auditEntries.address) : eq(auditEntries.address, address),
  )
  const isRefusal = and(gte(auditEntries.at, new Date(minuteOf(at))), isCallers, isNotNull(auditEntries.foldKey))
  return (await db.$count(auditEntries, isRefusal)) >= refusalsPerMinute
}

const emailOf = (db: Db, id: string) => db.select({ name: users.email }).from(users).where(eq(users.id, id))
const storeNameOf = (db: Db, id: string) => db.select({ name: stores.name }).from(stores).where(eq(stores.id, id))

/**
 * Adds one entry. Refusals that repeat within a minute share one, which counts them: nobody fills the disk by being refused.
 * One caller's refusals over ever other targets are told apart up to a number, and counted beyond it.
 * Names are looked up by the same statement, because they are to outlive the rows that they come from.
 */
export async function record(db: Db, given: NewAuditEntry) {
  const kept = { ...given, target: clean(given.target, targetLength), address: clean(given.address, nameLength) }
  const entry = (await isCrowded(db, kept)) ? { ...kept, target: null, targetName: null, details: null } : kept
  const { actorName, target, targetName, details } = entry
  await db
    .insert(auditEntries)
    .values({
      ...entry,
      id: crypto.randomUUID(),
      actorName: clean(actorName, nameLength) ?? sql`(${emailOf(db, entry.actorId)})`,
      targetName:
        clean(targetName, nameLength) ?? (target === null ? null : sql`coalesce((${emailOf(db, target)}), (${storeNameOf(db, target)}))`),
      details: details && boundedDetails(details),
      userAgent: clean(entry.userAgent, userAgentLength),
      repeats: 1,
      foldKey: foldKeyOf(entry),
    })
    .onConflictDoUpdate({ target: auditEntries.foldKey, set: { repeats: sql`coalesce(${auditEntries.repeats}, 1) + 1` } })
    .returning({ id: auditEntries.id })
}
