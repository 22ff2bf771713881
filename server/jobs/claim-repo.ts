// How a worker takes the next job.
import { and, asc, eq, gt, gte, inArray, isNotNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { jobGroups, jobs, jobSlots, jobStores } from '#drizzle/job-tables.ts'
import { settleGroup, storesOf, type GroupKey } from '#server/jobs/groups-repo.ts'
import { isMine } from '#server/jobs/queue-repo.ts'
import { JobRow, type TakenJob } from '#server/jobs/row.ts'
import type { SharedClock } from '#server/jobs/shared-clock.ts'
import { slotUse } from '#server/jobs/slot-use-repo.ts'
import { firstBlocked, freeSlotNames, fullOwners, idOf, isUser, ownersOf, userLoads, type Aged, type Caps, type SlotUse } from './slots.ts'

/** The oldest waiting job of a group. */
type Head = Aged & GroupKey & { attempts: number }

/** How many groups are read at once. Usually the first one has the next job. */
const headsAtOnce = 20

const ownersOfHead = ({ createdBy, storeSet }: Head) => ownersOf(createdBy, storesOf(storeSet))

/** The groups behind this job, oldest first. */
function headsAfter(db: Db, condition: SQL | undefined, last: Aged | undefined): Promise<Head[]> {
  const { createdBy, storeSet, since, jobId } = jobGroups
  const isBehind = last && and(gte(since, last.createdAt), or(gt(since, last.createdAt), gt(jobId, last.id)))
  return db
    .select({ createdBy, storeSet, id: jobs.id, createdAt: jobs.createdAt, attempts: jobs.attempts })
    .from(jobGroups)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(and(isNotNull(since), condition, isBehind))
    .orderBy(asc(since), asc(jobId))
    .limit(headsAtOnce)
}

/** The oldest of these jobs with a free slot of each owner. */
async function oldestAllowed(db: Db, caps: Caps, slots: SlotUse, condition: SQL | undefined): Promise<Head | null> {
  for (let last: Aged | undefined; ;) {
    const heads = await headsAfter(db, condition, last)
    const allowed = heads.find((head) => firstBlocked(slots, caps, head, ownersOfHead(head)) === null)
    if (allowed) return allowed
    if (heads.length < headsAtOnce) return null
    last = heads.at(-1)
  }
}

/** The oldest job that may run, of the users with the fewest running ones, so that nobody waits behind fifty jobs of another user. */
async function candidate(db: Db, caps: Caps, slots: SlotUse): Promise<Head | null> {
  const full = fullOwners(slots, caps)
  // Most blocked groups are of a full user, or of a full store alone.
  const isOpen = and(
    notInArray(jobGroups.createdBy, full.filter(isUser).map(idOf)),
    notInArray(jobGroups.storeSet, full.filter((owner) => !isUser(owner)).map(idOf)),
  )
  const loads = userLoads(slots)
  const idle = await oldestAllowed(db, caps, slots, and(isOpen, notInArray(jobGroups.createdBy, [...loads.keys()])))
  if (idle) return idle
  for (const load of [...new Set(loads.values())].toSorted((a, b) => a - b)) {
    const users = [...loads].flatMap(([user, own]) => (own === load ? user : []))
    const head = await oldestAllowed(db, caps, slots, and(isOpen, inArray(jobGroups.createdBy, users)))
    if (head) return head
  }
  return null
}

/** Takes a job together with its slots, or nothing where another worker was faster. */
async function take({ batch }: Database, head: Head, worker: string, slots: string[], leaseUntil: SQL<Date>): Promise<TakenJob | null> {
  const holder = { id: head.id, worker, attempt: head.attempts + 1 }
  try {
    const [rows, stores] = await batch((db) => [
      db
        .update(jobs)
        .set({ status: 'active', worker, leaseUntil, attempts: holder.attempt, needsClearing: true, waitingFor: null })
        .where(and(eq(jobs.id, head.id), eq(jobs.status, 'waiting'), eq(jobs.attempts, head.attempts)))
        .returning(),
      db
        .select({ id: jobStores.storeId, platform: jobStores.platform, domain: jobStores.domain })
        .from(jobStores)
        .where(eq(jobStores.jobId, head.id)),
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
      ...settleGroup(db, head),
    ])
    const [row] = rows
    return row ? { ...JobRow.parse(row), stores } : null
  } catch (error) {
    if (translated(error) instanceof UniqueViolation) return null
    throw error
  }
}

export type ClaimOptions = { caps: Caps; clock: SharedClock; leaseMs: number }

/** Takes the next job for this worker, or `null` where none may run now. */
export async function claimJob(database: Database, worker: string, { caps, clock, leaseMs }: ClaimOptions): Promise<TakenJob | null> {
  for (;;) {
    const slots = await slotUse(database.db)
    const head = await candidate(database.db, caps, slots)
    if (!head) return null
    const job = await take(database, head, worker, freeSlotNames(slots, caps, ownersOfHead(head)), clock.after(leaseMs))
    if (job) return job
  }
}
