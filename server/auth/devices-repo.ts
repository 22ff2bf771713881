import { and, desc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { users } from '#drizzle/schema.ts'
import { knownDevices } from '#drizzle/second-factor-tables.ts'
import { limits } from '#shared/limits.ts'

/** The keys of all devices that the person signed in from. */
export async function deviceKeysOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ key: knownDevices.key }).from(knownDevices).where(eq(knownDevices.userId, userId))
  return rows.map(({ key }) => key)
}

/** Whether the person with this e-mail address signed in from the device. */
export async function isDeviceOf(db: Db, email: string, key: string): Promise<boolean> {
  const owners = db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return (await db.$count(knownDevices, and(eq(knownDevices.key, key), inArray(knownDevices.userId, owners)))) > 0
}

/** Records that the person signed in from a device. Only the latest keys of each person are kept. */
export async function keepDevice({ batch }: Database, userId: string, keys: readonly string[], seenAt: Date) {
  await batch((db) => [
    ...keys.map((key) =>
      db
        .insert(knownDevices)
        .values({ userId, key, seenAt })
        .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.key], set: { seenAt } })
        .returning({ key: knownDevices.key }),
    ),
    db
      .delete(knownDevices)
      .where(
        and(
          eq(knownDevices.userId, userId),
          notInArray(
            knownDevices.key,
            db
              .select({ key: knownDevices.key })
              .from(knownDevices)
              .where(eq(knownDevices.userId, userId))
              .orderBy(desc(knownDevices.seenAt))
              .limit(limits.knownDevicesPerPerson),
          ),
        ),
      )
      .returning({ key: knownDevices.key }),
  ])
}
