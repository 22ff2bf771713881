import { roles as definitions } from '#shared/roles.ts'
import type { Db } from '#drizzle/database.ts'
import { roles } from '#drizzle/schema.ts'

/** Updates the roles table to the definitions in shared/roles.ts. Runs after every migration. */
export async function seedRoles(db: Db) {
  for (const { id, display_name: displayName, level, description, permissions } of definitions) {
    const row = { displayName, level, description, permissions }
    await db
      .insert(roles)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: roles.id, set: row })
  }
}
