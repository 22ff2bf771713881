// Queued mails, in a table that all machines share. Every statement on a claimed mail checks the claim, so a process that lost it changes
// nothing.
import { and, asc, eq, isNotNull, isNull, lt, lte, min, or } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { mails } from '#drizzle/mail-tables.ts'

export type KeptMail = Pick<typeof mails.$inferSelect, 'id' | 'recipient' | 'sealed' | 'tries' | 'failingSince'>
export type MailClaim = { id: string; claim: string }
type NewMail = MailClaim & { recipient: string; sealed: string }

const columns = { id: mails.id, recipient: mails.recipient, sealed: mails.sealed, tries: mails.tries, failingSince: mails.failingSince }
const isMine = ({ id, claim }: MailClaim) => and(eq(mails.id, id), eq(mails.claim, claim))
const mayBeSent = (now: Date) =>
  and(isNull(mails.refusedAt), lte(mails.runAt, now), or(isNull(mails.leaseUntil), lt(mails.leaseUntil, now)))

/** Stores a mail that is already claimed. */
export async function insertMail(db: Db, mail: NewMail, now: Date, leaseUntil: Date): Promise<KeptMail> {
  const row = { ...mail, createdAt: now, runAt: now, tries: 1, leaseUntil, failingSince: null, refusedAt: null }
  await db.insert(mails).values(row)
  return row
}

/** The mails that are due and not claimed, oldest first. */
export async function dueMails(db: Db, now: Date, most: number): Promise<Pick<KeptMail, 'id' | 'tries'>[]> {
  return db.select({ id: mails.id, tries: mails.tries }).from(mails).where(mayBeSent(now)).orderBy(asc(mails.runAt)).limit(most)
}

/** Returns null where another process has claimed it first. */
export async function claimMail(
  db: Db,
  { id, tries }: Pick<KeptMail, 'id' | 'tries'>,
  claim: string,
  now: Date,
  leaseUntil: Date,
): Promise<KeptMail | null> {
  const [row] = await db
    .update(mails)
    .set({ claim, leaseUntil, tries: tries + 1 })
    .where(and(eq(mails.id, id), eq(mails.tries, tries), mayBeSent(now)))
    .returning(columns)
  return row ?? null
}

/** Removes a delivered mail. The mail server works, so the failures of all other mails are reset. */
export async function endMail(db: Db, mail: MailClaim) {
  await db.delete(mails).where(isMine(mail))
  await db.update(mails).set({ failingSince: null }).where(isNotNull(mails.failingSince))
}

export async function postponeMail(db: Db, mail: MailClaim, runAt: Date, failingSince: Date) {
  await db.update(mails).set({ claim: null, leaseUntil: null, runAt, failingSince }).where(isMine(mail))
}

export async function refuseMail(db: Db, mail: MailClaim, refusedAt: Date) {
  await db.update(mails).set({ claim: null, leaseUntil: null, refusedAt, failingSince: null }).where(isMine(mail))
}

/** The time since when no machine could deliver a mail. null: no queued mail has failed. */
export async function mailsFailingSince(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ since: min(mails.failingSince) })
    .from(mails)
    .where(isNull(mails.refusedAt))
  return row?.since ?? null
}

/** Stores a mail from a file of an older version. A mail that is already stored stays unchanged. */
export async function takeOverMail(db: Db, { id, recipient, sealed }: Omit<NewMail, 'claim'>, now: Date) {
  const row = { id, recipient, sealed, createdAt: now, runAt: now, tries: 0, claim: null, leaseUntil: null, failingSince: null }
  await db
    .insert(mails)
    .values({ ...row, refusedAt: null })
    .onConflictDoNothing()
}
