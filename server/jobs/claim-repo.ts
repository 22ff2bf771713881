// How a worker takes the next job.
import { and, asc, eq, gt, gte, inArray, isNotNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { jobGroups, jobs, jobSlots, jobStores } from '#drizzle/job-tables.ts'
import { settleGroupsOfTaken, storeIdsIn, type GroupKey } from '#server/jobs/groups-repo.ts'
import { isHeld } from '#server/jobs/queue-repo.ts'
import { JobRow, type TakenJob } from '#server/jobs/row.ts'
import { notLocked } from '#drizzle/not-locked.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import { slotUse } from '#server/jobs/slot-use-repo.ts'
import {
  firstBlocked,
  freeSlotNames,
  fullOwners,
  idOf,
  isSlotOf,
  isSlotOwner,
  ownersOf,
  personKind,
  userLoads,
  type Aged,
  type Caps,
  type OwnerKind,
  type SlotUse,
} from './slots.ts'

/** The oldest waiting job of a group. */
type Head = Aged & GroupKey & { attempts: number }

/** How many groups are read at once. Usually the first ones have the next jobs. */
const headsAtOnce = 20

const ownersOfHead = ({ createdBy, storeSet, isScheduled }: Head) => ownersOf(createdBy, storeIdsIn(storeSet), isScheduled)

/** The groups behind this job, oldest first. */
function headsAfter(db: Db, condition: SQL | undefined, last: Aged | undefined): Promise<Head[]> {
  const { createdBy, storeSet, isScheduled, since, jobId } = jobGroups
  const isBehind = last && and(gte(since, last.createdAt), or(gt(since, last.createdAt), gt(jobId, last.id)))
  return db
    .select({ createdBy, storeSet, isScheduled, id: jobs.id, createdAt: jobs.createdAt, attempts: jobs.attempts })
    .from(jobGroups)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(and(isNotNull(since), condition, isBehind))
    .orderBy(asc(since), asc(jobId))
    .limit(headsAtOnce)
}

/** The slots as they are once this job has taken its own. */
function withTaken({ taken, reservedFor }: SlotUse, owners: readonly string[], names: readonly string[]): SlotUse {
  const added = owners.map(
    (owner) => [owner, new Set([...(taken.get(owner) ?? []), ...names.filter((name) => isSlotOf(name, owner))])] as const,
  )
  return { taken: new Map([...taken, ...added]), reservedFor }
}

type Pick = { head: Head; slots: string[] }

/**
 * The oldest of these jobs with a free slot of each owner, at most one of each person, as if they were taken one after another. Several, so
 * that a worker finds the next ones where others are taking the first.
 */
async function oldestAllowed(db: Db, caps: Caps, now: SlotUse, condition: SQL | undefined): Promise<Pick[]> {
  const picked: Pick[] = []
  const users = new Set<string>()
  let use = now
  for (let last: Aged | undefined; ;) {
    const heads = await headsAfter(db, condition, last)
    for (const head of heads) {
      const owners = ownersOfHead(head)
      if (users.has(head.createdBy) || firstBlocked(use, caps, head, owners) !== null) continue
      const slots = freeSlotNames(use, caps, owners)
      picked.push({ head, slots })
      users.add(head.createdBy)
      use = withTaken(use, owners, slots)
      // The start of a job of several stores changes which slots are reserved.
      if (storeIdsIn(head.storeSet).length > 1) return picked
    }
    if (picked.length > 0 || heads.length < headsAtOnce) return picked
    last = heads.at(-1)
  }
}

/**
 * The oldest jobs that may run, of the users with the fewest running ones, so that nobody waits behind fifty jobs of another user. One of
 * each user: then the next job of none of these users could precede any of them.
 */
async function candidatesOf(isScheduled: boolean, db: Db, caps: Caps, slots: SlotUse): Promise<Pick[]> {
  const full = fullOwners(slots, caps)
  const fullOf = (kind: OwnerKind) => full.filter((owner) => isSlotOwner(kind, owner)).map(idOf)
  // Most blocked groups are of a full user, or of a full store alone.
  const isOpen = and(
    eq(jobGroups.isScheduled, isScheduled),
    notInArray(jobGroups.createdBy, fullOf(personKind(isScheduled))),
    notInArray(jobGroups.storeSet, fullOf('store')),
  )
  const loads = userLoads(slots, isScheduled)
  const idle = await oldestAllowed(db, caps, slots, and(isOpen, notInArray(jobGroups.createdBy, [...loads.keys()])))
  if (idle.length > 0) return idle
  for (const load of [...new Set(loads.values())].toSorted((a, b) => a - b)) {
    const users = [...loads].flatMap(([user, own]) => (own === load ? user : []))
    const picked = await oldestAllowed(db, caps, slots, and(isOpen, inArray(jobGroups.createdBy, users)))
    if (picked.length > 0) return picked
  }
  return []
}

/** Exports that somebody waits for come before those of schedules. */
async function candidates(db: Db, caps: Caps, slots: SlotUse): Promise<Pick[]> {
  const asked = await candidatesOf(false, db, caps, slots)
  return asked.length > 0 ? asked : candidatesOf(true, db, caps, slots)
}

/** The statement that gives the taken ones of these jobs their slots. */
function takeSlots(db: Db, picked: readonly Pick[], worker: string) {
  const rows = picked.flatMap(({ head: { id, attempts }, slots }) => slots.map((name) => ({ name, id, attempt: attempts + 1 })))
  const wanted = sql.join(
    rows.map(({ name, id, attempt }) => sql`select ${name} as name, ${id} as job_id, cast(${attempt} as integer) as attempt`),
    sql` union all `,
  )
  const isTaken = and(sql`wanted.job_id = ${jobs.id}`, sql`wanted.attempt = ${jobs.attempts}`, eq(jobs.worker, worker), isHeld)
  return db
    .insert(jobSlots)
    .select(
      db
        .select({ name: sql<string>`wanted.name`.as('name'), jobId: jobs.id, attempt: jobs.attempts })
        .from(jobs)
        .innerJoin(sql`(${wanted}) as wanted`, isTaken)
        // In the same order everywhere, so that two workers never deadlock.
        .orderBy(sql`wanted.name`),
    )
    .returning({ name: jobSlots.name })
}

/** Takes the first of these jobs that no other worker takes, with their slots, in one transaction. */
async function take(
  { batch }: Database,
  picked: readonly Pick[],
  most: number,
  worker: string,
  leaseUntil: SQL<Date>,
): Promise<TakenJob[]> {
  const heads = picked.map(({ head }) => head)
  const ids = heads.map(({ id }) => id)
  // The status stands in each part. Beside them, SQLite would look for all waiting jobs by their status instead of for these by their ids.
  const isUntaken = heads.map(({ id, attempts }) => and(eq(jobs.id, id), eq(jobs.attempts, attempts), eq(jobs.status, 'waiting')))
  try {
    const [rows, , stores] = await batch((db) => [
      db
        .update(jobs)
        .set({ status: 'active', worker, leaseUntil, attempts: sql`${jobs.attempts} + 1`, needsClearing: true, waitingFor: null })
        .where(
          notLocked(
            jobs.id,
            db
              .select({ id: jobs.id })
              .from(jobs)
              .where(and(inArray(jobs.id, ids), or(...isUntaken)))
              // As they were picked: the slots of each are those that the ones before leave.
              .orderBy(asc(jobs.createdAt), asc(jobs.id))
              .limit(most),
          ),
        )
        .returning(),
      takeSlots(db, picked, worker),
      db
        .select({ jobId: jobStores.jobId, id: jobStores.storeId, platform: jobStores.platform, domain: jobStores.domain })
        .from(jobStores)
        .where(inArray(jobStores.jobId, ids)),
      ...settleGroupsOfTaken(db, and(inArray(jobs.id, ids), eq(jobs.worker, worker), isHeld)),
    ])
    const ofJob = Map.groupBy(stores, ({ jobId }) => jobId)
    const taken = new Map(
      JobRow.array()
        .parse(rows)
        .map((job) => [job.id, job]),
    )
    // Oldest first. The database returns them in any order.
    return ids.flatMap((id) => {
      const job = taken.get(id)
      return job ? { ...job, stores: (ofJob.get(id) ?? []).map(({ jobId: _jobId, ...store }) => store) } : []
    })
  } catch (error) {
    if (translated(error) instanceof UniqueViolation) return []
    throw error
  }
}

export type ClaimOptions = { caps: Caps; clock: SharedClock; leaseMs: number }

/** Each of them that takes nothing means that another worker is taking the same jobs, or that somebody's transaction keeps them locked. */
const turns = 100

/** Takes the next jobs for this worker, from one to `most`, or none where none may run now. */
export async function claimJobs(
  database: Database,
  worker: string,
  most: number,
  { caps, clock, leaseMs }: ClaimOptions,
): Promise<TakenJob[]> {
  for (let turn = 0; turn < turns; turn += 1) {
    const picked = await candidates(database.db, caps, await slotUse(database.db))
    if (picked.length === 0) return []
    const taken = await take(database, picked, most, worker, clock.after(leaseMs))
    if (taken.length > 0) return taken
  }
  return []
}
