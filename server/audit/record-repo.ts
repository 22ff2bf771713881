import { createHash } from 'node:crypto'
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { stores, users } from '#drizzle/schema.ts'
import type { Transport } from '#shared/audit.ts'
import { limits } from '#shared/limits.ts'
import { boundedDetails, cleanText, type AuditDetails } from './details.ts'

export type NewAuditEntry = {
  /** The time of writing, so that no entry is added to a closed minute. */
  at: Date
  actorId: string
  /** Default: the person's e-mail address, or the service account's name. */
  actorName?: string | null
  action: string
  /** The store or person that the action concerns. It never contains a secret. */
  target: string | null
  /** Default: the current e-mail address or name of the target, where it is a person, service account or store. */
  targetName?: string | null
  decision: 'allowed' | 'denied' | 'failed'
  door: Transport
  requestId: string
  /** Additional facts, depending on the action. They never contain a secret. */
  details: AuditDetails | null
  /** The client's address and user agent. Missing for entries that are not calls. */
  address?: string | null
  userAgent?: string | null
}

const minuteMs = 60_000
const { refusalsPerMinute, targetLength, nameLength, userAgentLength } = limits.audit

const clean = (text: string | null | undefined, length: number) => (text ? cleanText(text, length) : null)

const minuteOf = (at: Date) => Math.floor(at.getTime() / minuteMs) * minuteMs

const ownDoors: readonly Transport[] = ['worker', 'shell']
/** Only refused calls are folded. Allowed calls, ends of jobs and commands always get their own entries. */
const isRefusedCall = ({ decision, door }: NewAuditEntry) => decision !== 'allowed' && !ownDoors.includes(door)

/** Identical refusals have the same key. null: the entry is not folded. */
function foldKeyOf(entry: NewAuditEntry): string | null {
  const { at, actorId, action, target, decision, address = null } = entry
  if (!isRefusedCall(entry)) return null
  return createHash('sha256')
    .update(JSON.stringify([minuteOf(at), actorId, action, target, decision, address]))
    .digest('base64url')
}

/** Whether the caller has reached the maximum number of refusal entries per minute, which protects the disk. */
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

/** A person's e-mail address, or a service account's name. */
const callName = sql<string>`case when ${users.isService} then ${users.name} else ${users.email} end`
const accountNameOf = (db: Db, id: string) => db.select({ name: callName }).from(users).where(eq(users.id, id))
const storeNameOf = (db: Db, id: string) => db.select({ name: stores.name }).from(stores).where(eq(stores.id, id))

/**
 * Adds an entry. Identical refusals within a minute share one entry, which counts them, so that refused calls cannot fill the disk. Beyond
 * a maximum per caller and minute, refusals are counted without target and details. The same statement looks up the names, because entries
 * outlive the rows of their people and stores.
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
      actorName: clean(actorName, nameLength) ?? sql`(${accountNameOf(db, entry.actorId)})`,
      targetName:
        clean(targetName, nameLength) ??
        (target === null ? null : sql`coalesce((${accountNameOf(db, target)}), (${storeNameOf(db, target)}))`),
      details: details && boundedDetails(details),
      userAgent: clean(entry.userAgent, userAgentLength),
      repeats: 1,
      foldKey: foldKeyOf(entry),
    })
    .onConflictDoUpdate({ target: auditEntries.foldKey, set: { repeats: sql`coalesce(${auditEntries.repeats}, 1) + 1` } })
    .returning({ id: auditEntries.id })
}
