// Mails on their way; see schema.ts for the rules of all tables.
import { index, instant, integer, table, text } from '#drizzle/columns.ts'

/** Mails that wait for their mail server, and those that it refused for good. One that was sent leaves no row. */
export const mails = table(
  'mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** Subject and text, encrypted: links in them let people in. */
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Not to be tried before. */
    runAt: instant('run_at').notNull(),
    tries: integer('tries').notNull(),
    /** Who is sending it, and until when nobody else does. */
    claim: text('claim'),
    leaseUntil: instant('lease_until'),
    /** When it first could not be delivered; null again once any mail was. */
    failingSince: instant('failing_since'),
    /** When it was given up. */
    refusedAt: instant('refused_at'),
  },
  (row) => [index('mails_waiting').on(row.refusedAt, row.runAt)],
)
