import { and, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { apiKeys, roleAssignments, roles, users } from '#drizzle/schema.ts'
import { Permission, type Grant, type Viewer } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'

const Scope = z.object({ permissions: z.array(Permission), storeIds: z.array(z.string()).nullable() })
const Permissions = z.array(Permission)

/** The part of an assignment within the key's scope. */
function narrowed({ storeId, level, permissions }: Grant, scope: z.infer<typeof Scope>): Grant[] {
  const held = permissions.filter((permission) => scope.permissions.includes(permission))
  const stores = scope.storeIds === null ? [storeId] : storeId === null ? scope.storeIds : scope.storeIds.filter((id) => id === storeId)
  return stores.map((id) => ({ storeId: id, level, permissions: held }))
}

/** A key's id and name, even where it is expired or its owner has no access. */
export async function findKeyName(db: Db, tokenHash: string): Promise<{ id: string; name: string } | null> {
  const [key] = await db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.tokenHash, tokenHash))
  return key ?? null
}

/**
 * The owner of a key, with the rights that both the owner's assignments and the key grant now. null where the key is unknown or expired, or
 * its owner has no access. Records the use of the key, at most once per `limits.useNotedEveryMs`.
 */
export async function findKeyViewer(db: Db, tokenHash: string, now: Date): Promise<Viewer | null> {
  const rows = await db
    .select({ key: apiKeys, storeId: roleAssignments.storeId, level: roles.level, permissions: roles.permissions })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(roleAssignments, eq(roleAssignments.userId, users.id))
    .leftJoin(roles, eq(roles.id, roleAssignments.roleId))
    .where(
      and(
        eq(apiKeys.tokenHash, tokenHash),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
        eq(users.isActive, true),
        isNotNull(users.confirmedAt),
      ),
    )
  const [first] = rows
  if (!first) return null
  const scope = Scope.parse(first.key)
  const grants = rows.flatMap(({ storeId, level, permissions }) =>
    level === null ? [] : narrowed({ storeId, level, permissions: Permissions.parse(permissions) }, scope),
  )
  const { id, lastUsedAt } = first.key
  const usedBefore = new Date(now.getTime() - limits.useNotedEveryMs)
  if (lastUsedAt === null || lastUsedAt < usedBefore)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, usedBefore))))
      .returning({ id: apiKeys.id })
  return { id: first.key.userId, grants, keyId: id }
}
