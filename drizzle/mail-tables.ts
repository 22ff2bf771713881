// Queued mails; see schema.ts for the rules of all tables.
import { index, instant, integer, table, text } from '#drizzle/columns.ts'

/** Mails that wait for delivery, and those that the mail server permanently refused. Delivered mails leave no row. */
export const mails = table(
  'mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** The subject and text, encrypted, because links in mails give access. */
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The earliest next attempt. */
    runAt: instant('run_at').notNull(),
    tries: integer('tries').notNull(),
    /** The claim of the process that sends the mail, and the time until which no other process takes it. */
    claim: text('claim'),
    leaseUntil: instant('lease_until'),
    /** The time of the first failed delivery. null again after any mail is delivered. */
    failingSince: instant('failing_since'),
    /** The time when the mail was given up. */
    refusedAt: instant('refused_at'),
  },
  (row) => [index('mails_waiting').on(row.refusedAt, row.runAt)],
)
