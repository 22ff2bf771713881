import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { settings, users } from '#drizzle/schema.ts'
import { passkeys, twoFactors } from '#drizzle/second-factor-tables.ts'
import { settingKeys } from '#shared/settings.ts'

const Level = z.number().nullable().catch(null)

/** A person's factors beside the password. `requiredFrom`: the role level from which the team requires one. null: it does not. */
export type Factors = { isEnabled: boolean; passkeys: number; requiredFrom: number | null }

/** The columns of a query on `users` and `settings` that `factorsFrom` reads. */
export const factorColumns = (db: Db) => ({
  isEnabled: users.twoFactorEnabled,
  passkeys: db.$count(passkeys, eq(passkeys.userId, users.id)),
  requiredFrom: settings.value,
})
export const requirement = eq(settings.key, settingKeys.secondFactorLevel)

type FactorRow = { isEnabled: boolean | null; passkeys: number; requiredFrom: unknown }
export const factorsFrom = ({ isEnabled, passkeys: count, requiredFrom }: FactorRow): Factors => ({
  isEnabled: isEnabled ?? false,
  passkeys: count,
  requiredFrom: Level.parse(requiredFrom),
})

export async function findFactors(db: Db, userId: string): Promise<Factors> {
  const [row] = await db.select(factorColumns(db)).from(users).leftJoin(settings, requirement).where(eq(users.id, userId))
  return factorsFrom(row ?? { isEnabled: false, passkeys: 0, requiredFrom: null })
}

/** Both encrypted. */
type Sealed = { secret: string; backupCodes: string }

/** Stores a secret, replacing an earlier one. The first code confirms it. */
export async function keepSecret(db: Db, userId: string, sealed: Sealed) {
  // Always verified: `twoFactorEnabled` of the person decides whether sign-in asks for codes.
  const row = { ...sealed, verified: true }
  await db
    .insert(twoFactors)
    .values({ id: crypto.randomUUID(), userId, ...row })
    .onConflictDoUpdate({ target: twoFactors.userId, set: row })
    .returning({ id: twoFactors.id })
}

const setCodes = (db: Db, userId: string, backupCodes: string) =>
  db.update(twoFactors).set({ backupCodes }).where(eq(twoFactors.userId, userId)).returning({ id: twoFactors.id })

const setEnabled = (db: Db, userId: string, isEnabled: boolean) =>
  db.update(users).set({ twoFactorEnabled: isEnabled }).where(eq(users.id, userId)).returning({ id: users.id })

export async function switchOn({ batch }: Database, userId: string, backupCodes: string) {
  await batch((db) => [setCodes(db, userId, backupCodes), setEnabled(db, userId, true)])
}

export async function replaceCodes(db: Db, userId: string, backupCodes: string) {
  await setCodes(db, userId, backupCodes)
}

export async function switchOff({ batch }: Database, userId: string) {
  await batch((db) => [
    setEnabled(db, userId, false),
    db.delete(twoFactors).where(eq(twoFactors.userId, userId)).returning({ id: twoFactors.id }),
  ])
}
