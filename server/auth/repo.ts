import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { isPerson } from '#drizzle/people.ts'
import { mailLinks, roleAssignments, roles, sessions, settings, users } from '#drizzle/schema.ts'
import { Permission, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { factorColumns, factorsFrom, requirement } from '#server/auth/factor-repo.ts'
import { isAsked } from '#server/auth/factor-rule.ts'

export { installationId } from '#drizzle/installation-id.ts'

const Permissions = z.array(Permission)
const ownerRole = 'owner'
/** A setting that only the first account can insert. Two that register at the same moment cannot both become owner. */
const ownerClaim = 'first_owner'

type GrantRow = { userId: string; storeId: string | null; level: number | null; permissions: unknown }
const grantColumns = { userId: users.id, storeId: roleAssignments.storeId, level: roles.level, permissions: roles.permissions }
/** The condition for people and service accounts with access. */
export const mayAct = and(eq(users.isActive, true), isNotNull(users.confirmedAt))

function viewerFrom(rows: readonly GrantRow[]): Viewer | null {
  const [first] = rows
  if (!first) return null
  const grants = rows.flatMap(({ storeId, level, permissions }) =>
    level === null ? [] : [{ storeId, level, permissions: Permissions.parse(permissions) }],
  )
  return { id: first.userId, grants }
}

/**
 * The person of a live session, with the rights that their assignments grant now. null where the session is over or the person has no
 * access.
 */
export async function findViewer(db: Db, sessionId: string, now: Date): Promise<{ viewer: Viewer; seenAt: Date } | null> {
  const rows = await db
    .select({
      ...grantColumns,
      seenAt: sessions.updatedAt,
      createdAt: sessions.createdAt,
      authenticatedAt: sessions.authenticatedAt,
      ...factorColumns(db),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(roleAssignments, eq(roleAssignments.userId, users.id))
    .leftJoin(roles, eq(roles.id, roleAssignments.roleId))
    .leftJoin(settings, requirement)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now), mayAct, isPerson))
  const [viewer, first] = [viewerFrom(rows), rows[0]]
  if (!viewer || !first) return null
  const needsSecondFactor = isAsked(viewer, factorsFrom(first))
  const authenticatedAt = first.authenticatedAt ?? first.createdAt
  return { viewer: { ...viewer, sessionId, authenticatedAt, needsSecondFactor }, seenAt: first.seenAt }
}

/** Records the use of a session. Of several concurrent calls, one writes. The end of a session does not depend on this time. */
export async function seeSession(db: Db, id: string, now: Date, seenBefore: Date) {
  await db
    .update(sessions)
    .set({ updatedAt: now })
    .where(and(eq(sessions.id, id), lt(sessions.updatedAt, seenBefore)))
}

/** A person or a service account, with the rights that their assignments grant now. null where they have no access. */
export async function findViewerByUser(db: Db, userId: string): Promise<Viewer | null> {
  const rows = await db
    .select(grantColumns)
    .from(users)
    .leftJoin(roleAssignments, eq(roleAssignments.userId, users.id))
    .leftJoin(roles, eq(roles.id, roleAssignments.roleId))
    .where(and(eq(users.id, userId), mayAct))
  return viewerFrom(rows)
}

/** Whether sessions may begin for this person. They never begin for a service account. */
export async function mayComeIn(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), mayAct, isPerson))) > 0
}

/** Whether the address is on the authorized list: an invited or active person has it. */
export async function isListed(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.email, email), eq(users.isActive, true), isPerson))) > 0
}

export type Account = { id: string; email: string; isActive: boolean }
export async function findAccount(db: Db, email: string): Promise<Account | null> {
  const [account] = await db
    .select({ id: users.id, email: users.email, isActive: users.isActive })
    .from(users)
    .where(and(eq(users.email, email), isPerson))
  return account ?? null
}

/** Throws SIGNED_OUT where the person was deleted. */
export async function emailOf(db: Db, userId: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('SIGNED_OUT')
  return user.email
}

/** The statements of `confirm`, for larger batches. */
export const confirmationStatements = (db: Db, userId: string, at: Date) => [
  db
    .update(users)
    .set({ confirmedAt: at, updatedAt: at })
    .where(and(eq(users.id, userId), eq(users.isActive, true), isNull(users.confirmedAt)))
    .returning({ id: users.id }),
  db.delete(mailLinks).where(eq(mailLinks.userId, userId)).returning({ userId: mailLinks.userId }),
]

/** Records that the person owns the address, and voids all links mailed to it. */
export async function confirm({ batch }: Database, userId: string, at: Date) {
  await batch((db) => confirmationStatements(db, userId, at))
}

export async function hasOwner(db: Db): Promise<boolean> {
  return (await db.$count(roleAssignments, eq(roleAssignments.roleId, ownerRole))) > 0
}

/** Makes the person owner of everything. Returns false, without a change, where another person was first. */
export async function claimOwnership({ batch }: Database, userId: string): Promise<boolean> {
  try {
    await batch((db) => [
      db.insert(settings).values({ key: ownerClaim, value: userId }).returning({ key: settings.key }),
      db
        .insert(roleAssignments)
        .values({ id: crypto.randomUUID(), userId, roleId: ownerRole, storeId: null })
        .returning({ id: roleAssignments.id }),
    ])
    return true
  } catch (error) {
    if (translated(error) instanceof UniqueViolation) return false
    throw error
  }
}

export async function deleteAccount(db: Db, id: string) {
  await db.delete(users).where(eq(users.id, id))
}
