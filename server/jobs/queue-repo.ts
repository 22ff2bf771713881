// The workers' statements on the queue. Every statement on a leased job checks the worker, so that a worker that lost its lease changes
// nothing.
import { and, asc, eq, exists, gt, gte, inArray, isNull, lt, min, not, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { jobs, jobSlots, jobStores } from '#drizzle/job-tables.ts'
import { endingJobs, recordEnd } from '#server/jobs/end-repo.ts'
import type { EndingJob, JobEnding } from '#server/jobs/end-event.ts'
import { isReadyToRun, slotUse } from '#server/jobs/slot-use-repo.ts'
import { freeSlotNames, fullOwners, idOf, isUser, lastSlots, ownerOf, ownersOf, type Aged, type Caps, type SlotUse } from './slots.ts'
import { freeSlots } from '#server/jobs/slots-repo.ts'
import { heldStatuses, JobRow, readyStatuses, type TakenJob } from '#server/jobs/row.ts'

export type LeaseHolder = { id: string; worker: string; attempt: number }
/** Fields of a job's row. */
export type JobChange = Partial<typeof jobs.$inferInsert>

const isHeld = inArray(jobs.status, [...heldStatuses])
const isMine = ({ id, worker, attempt }: LeaseHolder) => and(eq(jobs.id, id), eq(jobs.worker, worker), eq(jobs.attempts, attempt), isHeld)

const isYoungerThan = ({ id, createdAt }: Aged) => or(gt(jobs.createdAt, createdAt), and(eq(jobs.createdAt, createdAt), gt(jobs.id, id)))

/** Jobs without a free slot: their owners are at the limit, or the last slot is reserved for an older job. */
function hasNoSlot(db: Db, slots: SlotUse, caps: Caps) {
  const none = fullOwners(slots, caps)
  const kept = lastSlots(slots, caps)
  const ofStore = (condition: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(jobStores)
        .where(and(eq(jobStores.jobId, jobs.id), condition)),
    )
  const has = (owner: string) => (isUser(owner) ? eq(jobs.createdBy, idOf(owner)) : ofStore(eq(jobStores.storeId, idOf(owner))))
  return [...none.map(has), ...kept.map(([owner, older]) => and(has(owner), isYoungerThan(older)))]
}

/** The oldest job that may run, of the user with the fewest running ones, so that nobody waits behind fifty jobs of another user. */
async function candidate(db: Db, caps: Caps, slots: SlotUse, now: Date) {
  const mayRun = and(isReadyToRun(now), ...hasNoSlot(db, slots, caps).map((without) => without && not(without)))
  const oldest = await db
    .select({ user: jobs.createdBy, at: min(jobs.createdAt) })
    .from(jobs)
    .where(mayRun)
    .groupBy(jobs.createdBy)
  const held = (user: string) => slots.taken.get(ownerOf('user', user))?.size ?? 0
  const [first] = oldest.toSorted((a, b) => held(a.user) - held(b.user) || Number(a.at) - Number(b.at))
  if (!first) return null
  const [job] = await db
    .select({ id: jobs.id, user: jobs.createdBy, attempts: jobs.attempts })
    .from(jobs)
    .where(and(mayRun, eq(jobs.createdBy, first.user)))
    .orderBy(asc(jobs.createdAt), asc(jobs.id))
    .limit(1)
  if (!job) return null
  const stores = await db
    .select({ id: jobStores.storeId, platform: jobStores.platform, domain: jobStores.domain })
    .from(jobStores)
    .where(eq(jobStores.jobId, job.id))
  return { ...job, stores }
}
type Candidate = NonNullable<Awaited<ReturnType<typeof candidate>>>

/** Takes a job together with its slots, or nothing where another worker was faster. */
async function take({ batch }: Database, job: Candidate, worker: string, slots: string[], leaseUntil: Date): Promise<TakenJob | null> {
  const holder = { id: job.id, worker, attempt: job.attempts + 1 }
  try {
    const [rows] = await batch((db) => [
      db
        .update(jobs)
        .set({ status: 'active', worker, leaseUntil, attempts: holder.attempt, needsClearing: true, waitingFor: null })
        .where(and(eq(jobs.id, job.id), inArray(jobs.status, [...readyStatuses]), eq(jobs.attempts, job.attempts)))
        .returning(),
      ...slots.map((name) =>
        db
          .insert(jobSlots)
          .select(
            db
              .select({ name: sql<string>`${name}`.as('name'), jobId: jobs.id, attempt: jobs.attempts })
              .from(jobs)
              .where(isMine(holder)),
          )
          .returning({ name: jobSlots.name }),
      ),
    ])
    const [row] = rows
    return row ? { ...JobRow.parse(row), stores: job.stores } : null
  } catch (error) {
    if (translated(error) instanceof UniqueViolation) return null
    throw error
  }
}

/** Takes the next job for this worker, or `null` where none may run now. */
export async function claimJob(database: Database, worker: string, caps: Caps, now: Date, leaseUntil: Date): Promise<TakenJob | null> {
  for (;;) {
    const slots = await slotUse(database.db, now)
    const job = await candidate(database.db, caps, slots, now)
    if (!job) return null
    const owners = ownersOf(
      job.user,
      job.stores.map(({ id }) => id),
    )
    const row = await take(database, job, worker, freeSlotNames(slots, caps, owners), leaseUntil)
    if (row) return row
  }
}

/** Changes a leased job. Returns false where this worker lost the lease. */
export async function updateLeased(db: Db, holder: LeaseHolder, change: JobChange): Promise<boolean> {
  const rows = await db.update(jobs).set(change).where(isMine(holder)).returning({ id: jobs.id })
  return rows.length > 0
}

/** The statements that end a worker's lease on a job. They change nothing where it lost the lease before. */
const releasing = (db: Db, holder: LeaseHolder, change: JobChange) =>
  [
    db
      .update(jobs)
      .set({ ...change, worker: null, leaseUntil: null })
      .where(isMine(holder))
      .returning({ id: jobs.id }),
    freeSlots(db),
  ] as const

/** Ends a worker's lease on a job. Returns false, without a change, where it lost the lease before. */
export async function releaseLease({ batch }: Database, holder: LeaseHolder, change: JobChange): Promise<boolean> {
  const [rows] = await batch((db) => releasing(db, holder, change))
  return rows.length > 0
}

/**
 * Ends the lease at the end of a job, and records the event. If the database's answer was lost, the row shows whether this call ended the
 * job.
 */
export async function endLease(database: Database, holder: LeaseHolder, change: JobChange & JobEnding, job: EndingJob): Promise<boolean> {
  const { status, finishedAt, errorCode } = change
  const isSo = and(
    eq(jobs.id, holder.id),
    eq(jobs.attempts, holder.attempt),
    eq(jobs.status, status),
    eq(jobs.finishedAt, finishedAt),
    errorCode === null ? isNull(jobs.errorCode) : eq(jobs.errorCode, errorCode),
  )
  const isOver = async () => (await database.db.$count(jobs, isSo)) > 0
  try {
    const [rows] = await database.batch((db) => [...releasing(db, holder, change), ...recordEnd(db, job, change)])
    return rows.length > 0 || (await isOver())
  } catch (error) {
    if (await isOver()) return true
    throw error
  }
}

/**
 * Handles jobs with an expired lease. They return to the queue, or end where this happened too often since their last progress, or where
 * they were downloads. Jobs in `alive` still run in this process: they only failed to renew the lease (on a full disk, for example) and end
 * on their own. Returns the ids of the ended jobs.
 */
export async function recover(
  { batch, db: reading }: Database,
  { now, maxCrashes, alive }: { now: Date; maxCrashes: number; alive: readonly string[] },
  ended: { crashed: JobEnding; cut: JobEnding },
): Promise<string[]> {
  const isLost = and(isHeld, lt(jobs.leaseUntil, now), alive.length > 0 ? notInArray(jobs.id, [...alive]) : undefined)
  const isCut = and(isLost, eq(jobs.isDirect, true))
  const isOver = and(isLost, gte(jobs.crashes, maxCrashes - 1))
  const free = { worker: null, leaseUntil: null }
  const ending = await endingJobs(reading, or(isCut, isOver))
  const [cut, crashed] = await batch((db) => [
    db
      .update(jobs)
      .set({ ...ended.cut, ...free })
      .where(isCut)
      .returning({ id: jobs.id }),
    db
      .update(jobs)
      .set({ ...ended.crashed, ...free })
      .where(isOver)
      .returning({ id: jobs.id }),
    db
      .update(jobs)
      .set({ status: 'waiting', crashes: sql`${jobs.crashes} + 1`, ...free })
      .where(isLost)
      .returning({ id: jobs.id }),
    freeSlots(db),
    ...ending.flatMap(({ isDirect, ...job }) => recordEnd(db, job, isDirect ? ended.cut : ended.crashed)),
  ])
  return [...cut, ...crashed].map(({ id }) => id)
}

const isLeftover = and(eq(jobs.status, 'failed'), eq(jobs.needsClearing, true))

/**
 * Failed jobs whose last attempt may have left unfinished output: those that cannot be resumed, and the others where they failed before the
 * given time.
 */
export async function leftovers(db: Db, before: Date): Promise<JobRow[]> {
  const isDue = or(isNull(jobs.checkpoint), lt(jobs.finishedAt, before))
  const rows = await db.select().from(jobs).where(and(isLeftover, isDue)).limit(100)
  return JobRow.array().parse(rows)
}

export async function markCleared(db: Db, { id, attempts }: JobRow) {
  await db
    .update(jobs)
    .set({ needsClearing: false, checkpoint: null })
    .where(and(eq(jobs.id, id), eq(jobs.attempts, attempts), isLeftover))
}
