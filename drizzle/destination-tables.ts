// Where finished files are delivered; see schema.ts for the rules of all tables.
import { instant, json, table, text, uniqueIndex } from '#drizzle/columns.ts'

export const destinations = table(
  'destinations',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** s3, sftp, email, webhook or sheet */
    kind: text('kind').notNull(),
    /** The settings in the form of the kind. */
    settings: json('settings').notNull(),
    /** The secrets, encrypted and bound to this row. null: the kind has none. */
    secrets: text('secrets'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [uniqueIndex('destinations_name_unique').on(row.name)],
)
