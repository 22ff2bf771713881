import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { Permission } from '#shared/access.ts'
import type { Db } from '#drizzle/database.ts'
import { roleAssignments, roles, stores, users } from '#drizzle/schema.ts'
import type { ProfileUpdateRequest, User } from '#shared/profile.ts'

const Permissions = z.array(Permission)

/** A person with role assignments, as the profile call and the team screen show them; null where there is none. */
export async function findUser(db: Db, id: string): Promise<User | null> {
  const [person] = await db.select().from(users).where(eq(users.id, id))
  if (!person) return null
  const assignments = await db
    .select({ assignment: roleAssignments, role: roles, store: { id: stores.id, name: stores.name } })
    .from(roleAssignments)
    .leftJoin(roles, eq(roles.id, roleAssignments.roleId))
    .leftJoin(stores, eq(stores.id, roleAssignments.storeId))
    .where(eq(roleAssignments.userId, id))
    .orderBy(asc(roleAssignments.id))
  return {
    id: person.id,
    email: person.email,
    full_name: person.name || null,
    department: person.department,
    avatar_url: person.image,
    is_active: person.isActive,
    email_confirmed_at: person.confirmedAt?.toISOString() ?? null,
    user_roles: assignments.map(({ assignment, role, store }) => ({
      id: assignment.id,
      store_id: assignment.storeId,
      store,
      role: role && {
        id: role.id,
        display_name: role.displayName,
        level: role.level,
        description: role.description,
        permissions: Permissions.parse(role.permissions),
      },
    })),
  }
}

export async function updateUser(db: Db, id: string, request: ProfileUpdateRequest, at: Date) {
  const { avatar_url: image, full_name: name, department } = request
  const change = {
    ...(image === undefined ? {} : { image }),
    ...(name === undefined ? {} : { name }),
    ...(department === undefined ? {} : { department: department || null }),
  }
  await db
    .update(users)
    .set({ ...change, updatedAt: at })
    .where(eq(users.id, id))
    .returning({ id: users.id })
}
