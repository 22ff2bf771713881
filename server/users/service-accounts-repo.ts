import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { roleAssignments, users } from '#drizzle/schema.ts'
import { messages } from '#shared/messages.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { assignmentsByUser, changeUser, rowFor, type NewAssignment } from '#server/users/repo.ts'

/** A service account without its keys. */
export type AccountRow = Omit<ServiceAccount, 'api_keys'>

async function listWhere(db: Db, condition?: SQL): Promise<AccountRow[]> {
  const ofServices = and(eq(users.isService, true), condition)
  const ids = db.select({ id: users.id }).from(users).where(ofServices)
  const [accounts, assignments] = await Promise.all([
    db.select().from(users).where(ofServices).orderBy(asc(users.name)),
    assignmentsByUser(db, inArray(roleAssignments.userId, ids)),
  ])
  return accounts.map(({ id, name, isActive, createdAt }) => ({
    id,
    name,
    is_active: isActive,
    user_roles: assignments.get(id) ?? [],
    created_at: createdAt.toISOString(),
  }))
}

/** All service accounts with their roles, sorted by name. */
export const listAccountRows = (db: Db) => listWhere(db)

export async function findAccountRow(db: Db, id: string): Promise<AccountRow | null> {
  const [account] = await listWhere(db, eq(users.id, id))
  return account ?? null
}

/**
 * The address of a service account. Mails to `.invalid` cannot be delivered (RFC 2606), and every lookup by address skips service accounts.
 */
const placeholderOf = (id: string) => `${id}@service-account.invalid`

/** Runs a change. Throws CONFLICT where the name is taken. */
async function unlessTaken(name: string, change: PromiseLike<unknown>) {
  try {
    await change
  } catch (error) {
    const cause = translated(error)
    if (cause instanceof UniqueViolation) refuseField('name', messages.serviceAccounts.nameTaken(name), 'CONFLICT')
    throw cause
  }
}

/** Adds a service account, without a way to sign in. Throws CONFLICT where the name is taken. */
export async function insertAccount(
  { batch }: Database,
  { id, name }: { id: string; name: string },
  roles: readonly NewAssignment[],
  at: Date,
) {
  const account = { id, name, email: placeholderOf(id), emailVerified: false, isActive: true, isService: true }
  const inserted = batch((db) => [
    db
      .insert(users)
      .values({ ...account, confirmedAt: at, createdAt: at, updatedAt: at })
      .returning({ id: users.id }),
    ...roles.map((role) => db.insert(roleAssignments).values(rowFor(id, role)).returning({ id: roleAssignments.id })),
  ])
  await unlessTaken(name, inserted)
}

type AccountChange = { name?: string; isActive?: boolean }

/** Changes the given fields, and replaces the roles unless they are null. Throws CONFLICT. */
export async function changeAccount(
  database: Database,
  account: AccountRow,
  fields: AccountChange,
  roles: readonly NewAssignment[] | null,
  at: Date,
) {
  await unlessTaken(fields.name ?? account.name, changeUser(database, account, fields, roles, at))
}
