// A database with schedules that are due in the same minute, and what workers made of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, isNotNull, sql } from 'drizzle-orm'
import { jobs } from '#drizzle/job-tables.ts'
import { scheduleRuns, schedules } from '#drizzle/schedule-tables.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson } from '../../scripts/people.ts'
import { assembled } from '../assembled.ts'
import { addTwoStores } from '../two-stores.ts'

const minuteMs = 60_000
const rowsAtOnce = 200

/** `missed`: instants without a run or without its job. `doubled`: runs and jobs beyond one for each instant. */
export type FiringVerdict = { missed: number; doubled: number; unmoved: number }

export type FiringEnvironment = {
  databaseUrl: string
  /** How many schedules have not moved on yet. */
  left(): Promise<number>
  judge(): Promise<FiringVerdict>
  [Symbol.asyncDispose](): Promise<void>
}

/** The due instants lie within the last minute. */
export async function openFiringEnvironment(number: number): Promise<FiringEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-schedules-'))
  const database = await freshDatabase(folder)
  const deps = await assembled({ databaseUrl: database.url, dataDir: folder })
  const { db } = deps.database
  const { north } = await addTwoStores(deps)
  const ownerId = await addPerson(deps, {
    email: 'owner@proof.test',
    name: 'Owner',
    password: null,
    assignments: [{ role: 'owner', storeId: null }],
  })
  const latest = Date.now()
  const rowOf = (index: number): typeof schedules.$inferInsert => {
    const due = new Date(latest - (index % minuteMs))
    return {
      id: `schedule-${index}`,
      name: `Schedule ${index}`,
      type: 'order_export',
      request: { storeIds: [north], columns: ['total'] },
      storeIds: [north],
      calendar: { every: 'month', on: 'last', at: '00:00' },
      timezone: 'UTC',
      delivers: 'all',
      includeDeleted: false,
      format: 'csv',
      includeReceipt: false,
      missed: 'run-once',
      overlap: 'skip',
      ownerId,
      state: 'active',
      nextDue: due,
      lookAt: due,
      revision: 0,
      createdAt: due,
      updatedAt: due,
    }
  }
  for (let from = 0; from < number; from += rowsAtOnce)
    await db.insert(schedules).values(Array.from({ length: Math.min(rowsAtOnce, number - from) }, (_, index) => rowOf(from + index)))
  const isOpen = sql`${schedules.nextDue} <= ${sql.param(new Date(latest), schedules.nextDue)}`
  const left = () => db.$count(schedules, isOpen)
  return {
    databaseUrl: database.url,
    left,
    async judge() {
      const runs = await db.select({ of: scheduleRuns.scheduleId, jobId: scheduleRuns.jobId }).from(scheduleRuns)
      const made = await db
        .select({ of: jobs.scheduleId, jobs: count() })
        .from(jobs)
        .where(isNotNull(jobs.scheduleId))
        .groupBy(jobs.scheduleId)
      const ids = new Set((await db.select({ id: jobs.id }).from(jobs)).map(({ id }) => id))
      const whole = new Set(runs.flatMap(({ of, jobId }) => (jobId !== null && ids.has(jobId) ? of : [])))
      const twice = runs.length - new Set(runs.map(({ of }) => of)).size + made.reduce((sum, one) => sum + one.jobs - 1, 0)
      return { missed: number - whole.size, doubled: twice, unmoved: await left() }
    },
    async [Symbol.asyncDispose]() {
      await deps.close()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
