import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { isPerson } from '#drizzle/people.ts'
import { roleAssignments, users } from '#drizzle/schema.ts'
import { confirmationStatements, mayAct } from '#server/auth/repo.ts'
import type { RoleName } from '#shared/roles.ts'

const owner: RoleName = 'owner'

const isOwnership = and(eq(roleAssignments.roleId, owner), isNull(roleAssignments.storeId))

export type KnownAddress = { id: string; isActive: boolean; isService: boolean; isOwner: boolean; hasSecondFactor: boolean }

/** Who has an address: a person, or a service account. null: nobody. */
export async function findAddress(db: Db, email: string): Promise<KnownAddress | null> {
  const [row] = await db
    .select({
      id: users.id,
      isActive: users.isActive,
      isService: users.isService,
      hasSecondFactor: users.twoFactorEnabled,
      assignment: roleAssignments.id,
    })
    .from(users)
    .leftJoin(roleAssignments, and(eq(roleAssignments.userId, users.id), isOwnership))
    .where(eq(users.email, email))
  if (!row) return null
  const { id, isActive, isService, hasSecondFactor, assignment } = row
  return { id, isActive, isService: isService ?? false, isOwner: assignment !== null, hasSecondFactor: hasSecondFactor ?? false }
}

/** The addresses of the other people who are owners and can sign in. */
export async function otherOwners(db: Db, id: string): Promise<string[]> {
  const owners = db.select({ id: roleAssignments.userId }).from(roleAssignments).where(isOwnership)
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(ne(users.id, id), mayAct, isPerson, inArray(users.id, owners)))
    .orderBy(asc(users.email))
  return rows.map(({ email }) => email)
}

const ownership = (db: Db, userId: string) =>
  db.insert(roleAssignments).values({ id: crypto.randomUUID(), userId, roleId: owner, storeId: null }).returning({ id: roleAssignments.id })

/** Adds a person who is owner of everything. */
export async function insertOwner({ batch }: Database, id: string, email: string, at: Date) {
  const row = { id, email, name: '', emailVerified: true, isActive: true, confirmedAt: at, createdAt: at, updatedAt: at }
  await batch((db) => [db.insert(users).values(row).returning({ id: users.id }), ownership(db, id)])
}

/** Makes a person owner of everything, in addition to their roles. An open invitation is accepted with it. */
export async function raiseToOwner({ batch }: Database, id: string, at: Date) {
  await batch((db) => [...confirmationStatements(db, id, at), ownership(db, id)])
}

/** Confirms an owner whose invitation is still open. */
export async function confirmOwner({ batch }: Database, id: string, at: Date) {
  await batch((db) => confirmationStatements(db, id, at))
}
