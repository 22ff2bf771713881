// Ids and times are set in code, never by the database, so that both dialects hold the same.
import { sql } from 'drizzle-orm'
import { boolean, check, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '#drizzle/columns.ts'

const id = () => text('id').primaryKey()

/** People. Names of the columns up to `updatedAt` are better-auth's. `confirmedAt` is null while an invitation is open. */
export const users = table(
  'users',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull(),
    image: text('image'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    department: text('department'),
    isActive: boolean('is_active').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** Whether a mail says that a job has finished; null counts as no. */
    emailNotifications: boolean('email_notifications'),
    /** How the product looks to this person; null goes by the machine. */
    theme: text('theme'),
    /** Whether sign-in asks for a second factor; better-auth's, null counts as no. */
    twoFactorEnabled: boolean('two_factor_enabled'),
  },
  (row) => [uniqueIndex('users_email_unique').on(row.email)],
)

/** Refresh sessions, better-auth's. An access token names one of them and ends with it. */
export const sessions = table(
  'sessions',
  {
    id: id(),
    expiresAt: instant('expires_at').notNull(),
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the person last proved who they are; null: when the session began. */
    authenticatedAt: instant('authenticated_at'),
    /** How often the refresh token was rotated, and when last; null: never. */
    generation: integer('generation'),
    rotatedAt: instant('rotated_at'),
  },
  (row) => [
    uniqueIndex('sessions_token_unique').on(row.token),
    index('sessions_user').on(row.userId),
    index('sessions_expiry').on(row.expiresAt),
  ],
)

/** Ways to sign in, better-auth's: a password hash, or an account elsewhere. */
export const accounts = table(
  'accounts',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [index('accounts_user').on(row.userId)],
)

/** Single-use values of better-auth: reset links and the like. */
export const verifications = table(
  'verifications',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [index('verifications_identifier').on(row.identifier)],
)

export const roles = table('roles', {
  id: id(),
  displayName: text('display_name').notNull(),
  level: integer('level').notNull(),
  description: text('description').notNull(),
  /** `Permission[]` */
  permissions: json('permissions').notNull(),
})

/** Who has which role where. `storeId` null: in all stores. It has no foreign key: an assignment outlives its store. */
export const roleAssignments = table(
  'role_assignments',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: text('role_id')
      .notNull()
      .references(() => roles.id),
    storeId: text('store_id'),
  },
  (row) => [index('role_assignments_user').on(row.userId)],
)

/**
 * One row that counts the active owners. Whatever could take an owner away counts anew in the same transaction, and the check
 * makes the database itself refuse to be left without one.
 */
export const ownerGuard = table('owner_guard', { id: id(), owners: integer('owners').notNull() }, (row) => [
  check('owner_guard_not_empty', sql`${row.owners} > 0`),
])

/** Links sent by mail, each good for one use: `purpose` is invite or password. Only the hash of a link's secret is kept. */
export const mailLinks = table(
  'mail_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (row) => [index('mail_links_user').on(row.userId)],
)

/** How often something was tried (sign-ins, mails) in a stretch of time that ends at `expiresAt`. Keys are hashed. */
export const attempts = table(
  'attempts',
  { key: text('key').primaryKey(), count: integer('count').notNull(), expiresAt: instant('expires_at').notNull() },
  (row) => [index('attempts_expiry').on(row.expiresAt)],
)

/** Keys for programs. A key can do what its owner can, within `permissions` and `storeIds` (null: all of the owner's). */
export const apiKeys = table(
  'api_keys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** `Permission[]` */
    permissions: json('permissions').notNull(),
    /** `string[] | null` */
    storeIds: json('store_ids'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** Null: never. */
    expiresAt: instant('expires_at'),
  },
  (row) => [uniqueIndex('api_keys_hash').on(row.tokenHash), index('api_keys_user').on(row.userId)],
)

export const stores = table(
  'stores',
  {
    id: id(),
    name: text('name').notNull(),
    platform: text('platform').notNull(),
    domain: text('domain').notNull(),
    active: boolean('active').notNull(),
    locationId: text('location_id'),
    currency: text('currency').notNull(),
    timezone: text('timezone').notNull(),
    credential: text('credential').notNull(),
    /** Encrypted, bound to this row and field; see server/stores/vault.ts. */
    secrets: text('secrets').notNull(),
    /** How the last call to the shop ended: connected, limited, refused or unreachable; null where none was made yet. */
    state: text('state'),
    /** Since when it is so, and what is limited or why it is refused. */
    stateSince: instant('state_since'),
    stateReason: text('state_reason'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [uniqueIndex('stores_name_unique').on(row.name)],
)

/** The company's settings, one row each. */
export const settings = table('settings', { key: text('key').primaryKey(), value: json('value') })

/** Answers kept for a while, so that a call sent twice with the same Idempotency-Key is carried out once. */
export const idempotencyKeys = table(
  'idempotency_keys',
  {
    userId: text('user_id').notNull(),
    /** The API key that called; empty for a session. */
    apiKeyId: text('api_key_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Until when the first call may still be under way: a crash in the middle frees the key then. */
    leaseUntil: instant('lease_until'),
    /** Null while the first call is still under way. */
    status: integer('status'),
    answer: json('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.apiKeyId, row.key] }), index('idempotency_keys_created').on(row.createdAt)],
)

/** Saved column choices, the team's. `columns` is the ordered list of keys or field names. */
export const templates = table(
  'templates',
  {
    id: id(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    columns: json('columns').notNull(),
    creatorId: text('creator_id').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [uniqueIndex('templates_name_unique').on(row.type, row.name)],
)
