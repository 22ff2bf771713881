// Where finished files are delivered; see schema.ts for the rules of all tables.
import { index, instant, json, primaryKey, table, text, uniqueIndex } from '#drizzle/columns.ts'
import { jobs } from '#drizzle/job-tables.ts'

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

/** Names that deliveries under way have chosen, so that two of them never choose the same one. */
export const destinationNames = table(
  'destination_names',
  {
    destinationId: text('destination_id')
      .notNull()
      .references(() => destinations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
  },
  (row) => [primaryKey({ columns: [row.destinationId, row.name] }), index('destination_names_job').on(row.jobId)],
)
