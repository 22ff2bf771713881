// Ids and times are set in code, never by the database, so that both dialects have the same values.
import { sql } from 'drizzle-orm'
import { boolean, check, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '#drizzle/columns.ts'

const id = () => text('id').primaryKey()

/** People and service accounts. The columns up to `updatedAt` have better-auth's names. `confirmedAt` is null while an invitation is open. */
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
    /** Whether the person gets a mail when a job ends. null counts as no. */
    emailNotifications: boolean('email_notifications'),
    /** When mails tell the person of problems of schedules: `ProblemMails`. null: at once. */
    problemMails: text('problem_mails'),
    /** The IANA zone of the daily mail, and when the next one is due. null: there is none. */
    digestTimezone: text('digest_timezone'),
    digestDueAt: instant('digest_due_at'),
    /** The color theme. null: that of the device. */
    theme: text('theme'),
    /** The store that this person works in. It may be deleted or out of reach, so there is no foreign key. null: none was chosen. */
    chosenStoreId: text('chosen_store_id'),
    /** The columns and row heights of lists. null: the defaults. */
    listLayouts: json('list_layouts'),
    /** Whether the checklist of the first steps stays away. null counts as no. */
    isSetUp: boolean('is_set_up'),
    /** Whether sign-in requires a second factor. Owned by better-auth; null counts as no. */
    twoFactorEnabled: boolean('two_factor_enabled'),
    /** Whether this is a service account, whose `email` receives nothing. null counts as no. */
    isService: boolean('is_service'),
  },
  (row) => [
    uniqueIndex('users_email_unique').on(row.email),
    // SQLite refuses the name of the table in such a condition.
    uniqueIndex('users_service_name_unique')
      .on(row.name)
      .where(sql`is_service`),
  ],
)

/** Refresh sessions, owned by better-auth. An access token refers to one of them and ends with it. */
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
    /** The time of the last authentication. null: the start of the session. */
    authenticatedAt: instant('authenticated_at'),
    /** The number of rotations of the refresh token, and the time of the last one. null: never. */
    generation: integer('generation'),
    rotatedAt: instant('rotated_at'),
  },
  (row) => [
    uniqueIndex('sessions_token_unique').on(row.token),
    index('sessions_user').on(row.userId),
    index('sessions_expiry').on(row.expiresAt),
  ],
)

/** Sign-in methods, owned by better-auth: a password hash, or an account of an identity provider. */
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

/** Single-use values of better-auth, such as reset links. */
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

/** The roles of people and service accounts. `storeId` null: in all stores. It has no foreign key, because an assignment outlives its store. */
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
 * A single row with the number of active owners. Every transaction that could remove an owner counts again, and the check constraint
 * refuses to leave none.
 */
export const ownerGuard = table('owner_guard', { id: id(), owners: integer('owners').notNull() }, (row) => [
  check('owner_guard_not_empty', sql`${row.owners} > 0`),
])

/** Single-use links in mails. `purpose` is invite or password. Only the hash of a link's secret is stored. */
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

/** The number of attempts (sign-ins, mails) in a period that ends at `expiresAt`. Keys are hashed. */
export const attempts = table(
  'attempts',
  { key: text('key').primaryKey(), count: integer('count').notNull(), expiresAt: instant('expires_at').notNull() },
  (row) => [index('attempts_expiry').on(row.expiresAt)],
)

/** Keys for programs. A key has the rights of its owner, limited to `permissions` and `storeIds` (null: all of the owner's). */
export const apiKeys = table(
  'api_keys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The token's first and last characters. null: the key is older than this field. */
    hint: text('hint'),
    /** `Permission[]` */
    permissions: json('permissions').notNull(),
    /** `string[] | null` */
    storeIds: json('store_ids'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** null: the key never expires. */
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
    /** Encrypted and bound to this row and field; see server/stores/vault.ts. */
    secrets: text('secrets').notNull(),
    /** The tokens of an approved app, encrypted like the secrets. They are renewed while the secrets stay. null: there are none. */
    tokens: text('tokens'),
    /** The time until which one process may be renewing the tokens. */
    renewingUntil: instant('renewing_until'),
    /** The state after the last call to the shop: connected, limited, refused or unreachable. null: there was no call yet. */
    state: text('state'),
    /** The start of this state, and the limits or the reason of the refusal. */
    stateSince: instant('state_since'),
    stateReason: text('state_reason'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [uniqueIndex('stores_name_unique').on(row.name)],
)

/** The company's settings, one per row. */
export const settings = table('settings', { key: text('key').primaryKey(), value: json('value') })

/** Stored answers, so that a call that is sent again with the same Idempotency-Key is executed only once. */
export const idempotencyKeys = table(
  'idempotency_keys',
  {
    userId: text('user_id').notNull(),
    /** The API key of the caller, or empty for a session. */
    apiKeyId: text('api_key_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** The time until which the first call may still be running. After a crash, the key is free from then on. */
    leaseUntil: instant('lease_until'),
    /** null while the first call is running. */
    status: integer('status'),
    answer: json('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.apiKeyId, row.key] }), index('idempotency_keys_created').on(row.createdAt)],
)

/** The team's export templates. `columns` is the ordered list of keys or field names. */
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

/**
 * Saved views of lists. An unshared one ends with its owner, and a shared one stays with the team: `users/repo.ts` deletes the former.
 * `columns` and `density` null: as each person has them.
 */
export const views = table(
  'views',
  {
    id: id(),
    /** products or orders */
    screen: text('screen').notNull(),
    name: text('name').notNull(),
    shared: boolean('shared').notNull(),
    /** The screen's URL search, without its defaults. */
    search: json('search').notNull(),
    columns: json('columns'),
    density: text('density'),
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [uniqueIndex('views_name_unique').on(row.ownerId, row.screen, row.name)],
)

/** The view that each person's screen opens with. It may be deleted at the same time, so there is no foreign key. */
export const viewDefaults = table(
  'view_defaults',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    screen: text('screen').notNull(),
    viewId: text('view_id').notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.screen] }), index('view_defaults_view').on(row.viewId)],
)
