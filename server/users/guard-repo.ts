// Two rules that concurrent changes cannot break. There is always an active owner. A decision about a person's roles applies only to the
// roles that it was made on.
import { and, count, countDistinct, eq, inArray, isNotNull, isNull, notInArray, sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { isPerson } from '#drizzle/people.ts'
import { CheckViolation, translated } from '#drizzle/errors.ts'
import { ownerGuard, roleAssignments, roles, users } from '#drizzle/schema.ts'
import { levels } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { User } from '#shared/profile.ts'

/** A person or a service account, with the assignments that a decision was made on. */
export type Holder = Pick<User, 'id' | 'user_roles'>

const guardId = 'team'
const guard = eq(ownerGuard.id, guardId)

/** People who can do everything: active, confirmed, owner in all stores. */
const countOwners = (db: Db) =>
  db
    .select({ count: countDistinct(users.id) })
    .from(roleAssignments)
    .innerJoin(users, eq(users.id, roleAssignments.userId))
    .innerJoin(roles, eq(roles.id, roleAssignments.roleId))
    .where(
      and(eq(roles.level, levels.owner), isNull(roleAssignments.storeId), eq(users.isActive, true), isNotNull(users.confirmedAt), isPerson),
    )

function countAssignments(db: Db, { id, user_roles }: Holder) {
  const known = user_roles.map((assignment) => assignment.id)
  const counted = (among: ReturnType<typeof inArray>) =>
    db
      .select({ count: count() })
      .from(roleAssignments)
      .where(and(eq(roleAssignments.userId, id), among))
  return { same: counted(inArray(roleAssignments.id, known)), others: counted(notInArray(roleAssignments.id, known)), known: known.length }
}

/** 1, or 0 where the person's assignments have changed since the decision. The guard's check refuses 0. */
function asDecidedOn(db: Db, decided: Holder) {
  const { same, others, known } = countAssignments(db, decided)
  return sql`case when (${same}) = ${known} and (${others}) = 0 then 1 else 0 end`
}

async function isAsDecidedOn(db: Db, decided: Holder): Promise<boolean> {
  const { same, others, known } = countAssignments(db, decided)
  const [[{ count: found } = { count: 0 }], [{ count: further } = { count: 0 }]] = await Promise.all([same, others])
  return found === known && further === 0
}

const set = (db: Db, owners: number | SQL) => db.update(ownerGuard).set({ owners }).where(guard).returning({ owners: ownerGuard.owners })

/**
 * Changes one person in a single transaction. Changes to the team wait for each other at the guard's row. A separate statement takes its
 * lock, so that the next statement sees the changes that it waited for. The last statement counts the owners, and the database refuses 0.
 * Throws LAST_OWNER, and CONFLICT where another call changed the person's roles since `decided` was read.
 */
export async function guarded({ db, batch }: Database, decided: Holder, statements: (db: Db) => PromiseLike<unknown>[]) {
  await db.insert(ownerGuard).values({ id: guardId, owners: 1 }).onConflictDoNothing()
  try {
    await batch((inside) => [
      set(inside, 1),
      set(inside, asDecidedOn(inside, decided)),
      ...statements(inside),
      set(inside, sql`(${countOwners(inside)})`),
    ])
  } catch (error) {
    const cause = translated(error)
    if (!(cause instanceof CheckViolation)) throw cause
    throw new AppError((await isAsDecidedOn(db, decided)) ? 'LAST_OWNER' : 'CONFLICT', undefined, { cause })
  }
}
