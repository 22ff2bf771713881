// What people are told of; see schema.ts for the rules of all tables.
import { index, instant, integer, json, table, text, uniqueIndex } from '#drizzle/columns.ts'
import { users } from '#drizzle/schema.ts'

/** One row for each problem of a person until it is solved, and one for each solution. */
export const notifications = table(
  'notifications',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What has the problem, such as `job:<id>`. */
    problemKey: text('problem_key').notNull(),
    /** The same while the problem is open, so that it has only one row. null: it is solved. */
    openKey: text('open_key'),
    kind: text('kind').notNull(),
    /** A sentence of shared/notification-messages.ts, and what it says: `NotificationText`. */
    text: json('text').notNull(),
    /** The path of the screen that shows more. */
    link: text('link').notNull(),
    /** `string[]`: the stores that it is about. */
    storeIds: json('store_ids').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** How often the problem occurred. */
    count: integer('count').notNull(),
    readAt: instant('read_at'),
    solvedAt: instant('solved_at'),
    /** The time at which its mail was posted, or found not to be wanted. null: not yet. */
    mailedAt: instant('mailed_at'),
  },
  (row) => [
    uniqueIndex('notifications_open').on(row.userId, row.openKey),
    index('notifications_seen').on(row.userId, row.firstSeenAt, row.id),
    index('notifications_problem').on(row.openKey),
    index('notifications_unmailed').on(row.mailedAt),
    index('notifications_age').on(row.lastSeenAt),
  ],
)
