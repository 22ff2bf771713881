import { and, desc, eq, gte, inArray, like, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { isPerson } from '#drizzle/people.ts'
import { users } from '#drizzle/schema.ts'
import type { AuditEntry, AuditFilter } from '#shared/audit.ts'
import type { KeysetPlace } from '#server/rows/keyset-cursor.ts'
import { boundedDetails } from './details.ts'

const Details = z.record(z.string(), z.unknown())

const begins = (text: string) => `${text.replaceAll(/[%_]/g, '')}%`

function matching({ action, actor, target, decision, from, until }: AuditFilter, after: KeysetPlace | null) {
  return and(
    action ? like(auditEntries.action, begins(action)) : undefined,
    actor
      ? or(
          eq(auditEntries.actorId, actor),
          eq(users.email, actor.toLowerCase()),
          inArray(auditEntries.actorName, [actor, actor.toLowerCase()]),
        )
      : undefined,
    target ? eq(auditEntries.target, target) : undefined,
    decision ? eq(auditEntries.decision, decision) : undefined,
    from ? gte(auditEntries.at, new Date(from)) : undefined,
    until ? lt(auditEntries.at, new Date(until)) : undefined,
    after ? or(lt(auditEntries.at, after.at), and(eq(auditEntries.at, after.at), lt(auditEntries.id, after.id))) : undefined,
  )
}

/** The newest entries that match, at most `limit`, after a cursor. */
export async function listEntries(db: Db, filter: AuditFilter, after: KeysetPlace | null, limit: number): Promise<AuditEntry[]> {
  const rows = await db
    .select({ entry: auditEntries, email: users.email })
    .from(auditEntries)
    .leftJoin(users, and(eq(users.id, auditEntries.actorId), isPerson))
    .where(matching(filter, after))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)
  return rows.map(({ entry, email }) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    actor_id: entry.actorId,
    actor_email: email,
    actor_name: entry.actorName,
    action: entry.action,
    target: entry.target,
    target_name: entry.targetName,
    decision: entry.decision,
    transport: entry.door,
    request_id: entry.requestId,
    address: entry.address,
    user_agent: entry.userAgent,
    repeats: entry.repeats ?? 1,
    details: entry.details === null ? null : boundedDetails(Details.parse(entry.details)),
  }))
}
