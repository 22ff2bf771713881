// Second factors and known devices; see schema.ts for the rules of all tables.
import { boolean, index, instant, integer, primaryKey, table, text, uniqueIndex } from '#drizzle/columns.ts'
import { users } from '#drizzle/schema.ts'

/** Secrets of authenticator apps and recovery codes, owned and encrypted by better-auth. */
export const twoFactors = table(
  'two_factors',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Always true here. `users.twoFactorEnabled` determines whether sign-in requires a code. */
    verified: boolean('verified'),
    failedVerificationCount: integer('failed_verification_count'),
    lockedUntil: instant('locked_until'),
  },
  (row) => [uniqueIndex('two_factors_user').on(row.userId)],
)

/** Passkeys, owned by better-auth. Only public keys are stored. */
export const passkeys = table(
  'passkeys',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: instant('created_at'),
    aaguid: text('aaguid'),
  },
  (row) => [uniqueIndex('passkeys_credential').on(row.credentialID), index('passkeys_user').on(row.userId)],
)

/**
 * Devices that a person has signed in from. `key` is the hash of a device cookie, or of a network and browser. A sign-in from another
 * device is reported by mail, and the account-wide limit on wrong passwords does not apply to known devices.
 */
export const knownDevices = table(
  'known_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.key] }), index('known_devices_seen').on(row.seenAt)],
)
