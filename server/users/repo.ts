import { and, asc, desc, eq, notInArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { isPerson } from '#drizzle/people.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { apiKeys, mailLinks, roleAssignments, roles, sessions, stores, users, views } from '#drizzle/schema.ts'
import { Permission } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { ListLayouts } from '#shared/list-layout.ts'
import { ProblemMails, Theme, type Role, type RoleAssignment, type User } from '#shared/profile.ts'
import { guarded, type Holder } from '#server/users/guard-repo.ts'

/** The columns of a person that others see. */
const shown = {
  id: users.id,
  email: users.email,
  name: users.name,
  department: users.department,
  image: users.image,
  isActive: users.isActive,
  confirmedAt: users.confirmedAt,
}
type UserRow = Pick<typeof users.$inferSelect, keyof typeof shown>
type AssignmentRow = typeof roleAssignments.$inferInsert

const Permissions = z.array(Permission)
const toRole = ({ displayName, permissions, ...role }: typeof roles.$inferSelect): Role => ({
  ...role,
  display_name: displayName,
  permissions: Permissions.parse(permissions),
})

/**
 * The role assignments of each person and service account that has some, in the order of their stores' names. Roles are few and belong to
 * many, so each is read once.
 */
export async function assignmentsByUser(db: Db, condition?: SQL): Promise<Map<string, RoleAssignment[]>> {
  const assigned = db
    .select({ assignment: roleAssignments, store: { id: stores.id, name: stores.name } })
    .from(roleAssignments)
    .leftJoin(stores, eq(stores.id, roleAssignments.storeId))
    .where(condition)
    // Assignments for all stores first. Without `coalesce`, each database sorts nulls differently.
    .orderBy(sql`coalesce(${stores.name}, '')`, asc(roleAssignments.id))
  const [found, known] = await Promise.all([assigned, listRoles(db)])
  const roleById = new Map(known.map((role) => [role.id, role]))
  const byUser = new Map<string, RoleAssignment[]>()
  for (const { assignment, store } of found) {
    const { id, userId, roleId, storeId } = assignment
    const one = { id, store_id: storeId, store, role: roleById.get(roleId) ?? null }
    const others = byUser.get(userId)
    if (others) others.push(one)
    else byUser.set(userId, [one])
  }
  return byUser
}

function toUser(person: UserRow, assignments: ReadonlyMap<string, RoleAssignment[]>): User {
  return {
    id: person.id,
    email: person.email,
    full_name: person.name || null,
    department: person.department,
    avatar_url: person.image,
    is_active: person.isActive,
    email_confirmed_at: person.confirmedAt?.toISOString() ?? null,
    user_roles: assignments.get(person.id) ?? [],
  }
}

/** Everybody on the team with their role assignments, sorted by name. */
export async function listUserRows(db: Db): Promise<User[]> {
  const people = db.select(shown).from(users).where(isPerson).orderBy(asc(users.name), asc(users.email))
  const [found, assignments] = await Promise.all([people, assignmentsByUser(db)])
  return found.map((person) => toUser(person, assignments))
}

async function findWhere(db: Db, condition: SQL | undefined): Promise<User | null> {
  const [person] = await db.select(shown).from(users).where(condition)
  return person ? toUser(person, await assignmentsByUser(db, eq(roleAssignments.userId, person.id))) : null
}

/** A person or a service account. */
export const findUserRow = (db: Db, id: string) => findWhere(db, eq(users.id, id))
export const findPersonRow = (db: Db, id: string) => findWhere(db, and(eq(users.id, id), isPerson))
export const findByEmail = (db: Db, email: string) => findWhere(db, and(eq(users.email, email), isPerson))

export async function listRoles(db: Db): Promise<Role[]> {
  return (await db.select().from(roles).orderBy(desc(roles.level))).map(toRole)
}

export type UserChange = {
  name?: string
  department?: string | null
  isActive?: boolean
  image?: string | null
  emailNotifications?: boolean
  theme?: Theme
  chosenStoreId?: string
  listLayouts?: ListLayouts
  isSetUp?: boolean
}
export type NewAssignment = { roleId: string; storeId: string | null }

const endLinks = (db: Db, userId: string) =>
  db.delete(mailLinks).where(eq(mailLinks.userId, userId)).returning({ userId: mailLinks.userId })

/** Deletes what a deactivated person loses for good: activation does not restore it. */
const endAccess = (db: Db, userId: string) => [
  db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }),
  endLinks(db, userId),
  db.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ id: apiKeys.id }),
]

export const rowFor = (userId: string, { roleId, storeId }: NewAssignment): AssignmentRow => ({
  id: crypto.randomUUID(),
  userId,
  roleId,
  storeId,
})

/** Wanted assignments that exist already keep their ids. Missing ones are inserted, and end the person's links. All others are deleted. */
function replaceAssignments(db: Db, { id, user_roles }: Holder, wanted: readonly NewAssignment[]) {
  const isWanted = (roleId: string | undefined, storeId: string | null) =>
    wanted.some((assignment) => assignment.roleId === roleId && assignment.storeId === storeId)
  const kept = user_roles.filter(({ role, store_id }) => isWanted(role?.id, store_id))
  const added = wanted.filter(({ roleId, storeId }) => !kept.some(({ role, store_id }) => role?.id === roleId && store_id === storeId))
  const keptIds = kept.map((assignment) => assignment.id)
  return [
    db
      .delete(roleAssignments)
      .where(and(eq(roleAssignments.userId, id), notInArray(roleAssignments.id, keptIds)))
      .returning({ id: roleAssignments.id }),
    ...added.map((assignment) => db.insert(roleAssignments).values(rowFor(id, assignment)).returning({ id: roleAssignments.id })),
    // Whoever made a link may have it, and does not cover the new role.
    ...(added.length > 0 ? [endLinks(db, id)] : []),
  ]
}

/** Throws LAST_OWNER and CONFLICT. */
export async function changeUser(
  database: Database,
  user: Holder,
  fields: UserChange,
  assignments: readonly NewAssignment[] | null,
  at: Date,
) {
  await guarded(database, user, (db) => [
    db
      .update(users)
      .set({ ...fields, updatedAt: at })
      .where(eq(users.id, user.id))
      .returning({ id: users.id }),
    ...(fields.isActive === undefined ? [] : endAccess(db, user.id)),
    ...(assignments ? replaceAssignments(db, user, assignments) : []),
  ])
}

/**
 * Deletes the person or service account with sessions, keys, links, assignments and unshared views. The audit log keeps their entries under their id. Throws
 * LAST_OWNER and CONFLICT.
 */
export async function deleteUser(database: Database, user: Holder) {
  await guarded(database, user, (db) => [
    // Before the person: their shared views lose the owner, and stay.
    db
      .delete(views)
      .where(and(eq(views.ownerId, user.id), eq(views.shared, false)))
      .returning({ id: views.id }),
    db.delete(users).where(eq(users.id, user.id)).returning({ id: users.id }),
  ])
}

export type Invited = { id: string; email: string; name: string; department: string | null }

/** Adds an invited person. Throws CONFLICT where the address was taken meanwhile. */
export async function insertInvited({ batch }: Database, { id, ...person }: Invited, assignments: readonly NewAssignment[], at: Date) {
  const times = { createdAt: at, updatedAt: at }
  try {
    await batch((db) => [
      // Marked as verified: nobody can sign in with the address before the link, or the issuer, has proved it.
      db
        .insert(users)
        .values({ id, ...person, emailVerified: true, isActive: true, confirmedAt: null, ...times })
        .returning({ id: users.id }),
      ...assignments.map((assignment) => db.insert(roleAssignments).values(rowFor(id, assignment)).returning({ id: roleAssignments.id })),
    ])
  } catch (error) {
    const cause = translated(error)
    throw cause instanceof UniqueViolation ? new AppError('CONFLICT', undefined, { cause }) : cause
  }
}

/** Changes fields that do not affect access. */
export async function updateFields(db: Db, id: string, fields: Omit<UserChange, 'isActive'>, at: Date) {
  await db
    .update(users)
    .set({ ...fields, updatedAt: at })
    .where(eq(users.id, id))
    .returning({ id: users.id })
}

type Preferences = {
  email_notifications: boolean
  problem_mails: ProblemMails
  digest_timezone: string | null
  theme: Theme
  chosenStoreId: string | null
  list_layouts: ListLayouts
  is_set_up: boolean
}

/** A person's preferences. The defaults are mails about problems only, the theme of the operating system, no store, unchanged lists, and the checklist. */
export async function preferences(db: Db, id: string): Promise<Preferences> {
  const { emailNotifications, problemMails, digestTimezone, theme, chosenStoreId, listLayouts, isSetUp } = users
  const [person] = await db
    .select({ wantsMail: emailNotifications, problemMails, digestTimezone, theme, chosenStoreId, listLayouts, isSetUp })
    .from(users)
    .where(eq(users.id, id))
  return {
    email_notifications: person?.wantsMail ?? false,
    problem_mails: ProblemMails.catch('at_once').parse(person?.problemMails),
    digest_timezone: person?.digestTimezone ?? null,
    theme: Theme.catch('auto').parse(person?.theme),
    chosenStoreId: person?.chosenStoreId ?? null,
    // An older version may have had columns that are gone.
    list_layouts: ListLayouts.catch({}).parse(person?.listLayouts ?? {}),
    is_set_up: person?.isSetUp ?? false,
  }
}
