import { describe, expect, test } from 'vitest'
import { endedSince, pollAfter, watchAfter } from '#client/jobs/polling.ts'
import { doneOf, duration, lookOf, pace, typeName } from '#client/format/job-words.ts'
import { JobSearch, toJobRequest } from '#client/screens/jobs/search.ts'
import { isSettled, noCounts, type Job, type JobListResponse, type JobStatus } from '#shared/jobs.ts'
import { createdAt, madeJob } from '#tests/support/jobs.ts'

const start = Date.parse(createdAt)
const job = (status: JobStatus, change: Partial<Job> = {}): Job =>
  madeJob({ status, finishedAt: isSettled({ status }) ? createdAt : null, ...change })
const counts = (fetched: number, expected: number | null) => ({ ...noCounts, fetched, expected })
const sheet = { name: 'Export', url: 'https://docs.google.com/spreadsheets/d/x' }

describe('a job is worded', () => {
  test('by its type, with spaces', () => expect(typeName('product_export')).toBe('product export'))

  test('as incomplete where less came than the shop counted', () => {
    const failed = (code: string) => lookOf(job('failed', { error: { code, message: 'Why' } }))
    expect(failed('INCOMPLETE')).toEqual({ label: 'Incomplete', color: 'orange' })
    expect(failed('STORE_BUSY')).toEqual({ label: 'Failed', color: 'red' })
  })

  test('as done of total, or as done alone where nobody can count', () => {
    expect(doneOf(job('running', { counts: counts(1_200, 5_000) }))).toBe('1,200 of 5,000 products')
    expect(doneOf(job('running', { counts: counts(1_200, null) }))).toBe('1,200 products')
  })

  test('with its rate and the time left', () => {
    expect(pace(job('running', { counts: counts(500, 5_000) }), start + 10_000)).toBe('50 a second, about 2 min left')
    expect(pace(job('running', { counts: counts(10, 40) }), start + 60_000)).toBe('10 a minute, about 3 min left')
    expect(pace(job('running', { counts: counts(500, null) }), start + 10_000)).toBe('50 a second')
  })

  test('without a rate as long as there is none', () => {
    expect(pace(job('running', { counts: counts(0, 40) }), start + 60_000)).toBeNull()
    expect(pace(job('waiting', { startedAt: null }), start)).toBeNull()
    expect(pace(job('completed', { counts: counts(40, 40) }), start + 60_000)).toBeNull()
  })

  test('never promises less time than it takes', () => {
    expect([0.2, 59.1, 61, 3_600, 5_400].map(duration)).toEqual(['1 s', '60 s', '2 min', '1 h 0 min', '1 h 30 min'])
  })
})

describe('jobs are asked for again', () => {
  const answer = (status: JobStatus): JobListResponse => ({
    jobs: [job(status)],
    pageInfo: { hasNextPage: false, endCursor: null },
    totals: { pending: 0, waiting: 0, active: 0, running: 0, completed: 0, failed: 0, [status]: 1 },
  })

  test.each(['running', 'waiting', 'active'] as const)('while one is %s', (status) => {
    expect(pollAfter(answer(status), 30_000)).toBe(30_000)
  })
  test.each(['pending', 'completed', 'failed'] as const)('not for one that is %s', (status) => {
    expect(pollAfter(answer(status), 30_000)).toBe(false)
  })
  test('while an export of one’s own has not ended, as a pending one', () => {
    expect(watchAfter(answer('pending'), 2_000)).toBe(2_000)
    expect(watchAfter(answer('failed'), 2_000)).toBe(false)
    expect(watchAfter(undefined, 2_000)).toBe(false)
  })
})

describe('the end of a job is announced', () => {
  test('once, when it came since the last answer', () => {
    const done = job('completed', { sheet })
    expect(endedSince([job('running')], [done])).toEqual([done])
    expect(endedSince([done], [done])).toEqual([])
    expect(endedSince([], [done])).toEqual([])
  })

  test('when somebody else cancelled it, but not when its owner did', () => {
    const cancelledBy = (name: string) => job('failed', { error: { code: 'JOB_CANCELLED', message: `Cancelled by ${name}` } })
    expect(endedSince([job('running')], [cancelledBy('Olivia Owner')])).toHaveLength(1)
    expect(endedSince([job('running')], [cancelledBy('Mai Manager')])).toEqual([])
  })

  test('when it failed, but not for a download that the browser has saved', () => {
    expect(endedSince([job('waiting')], [job('failed')])).toHaveLength(1)
    expect(endedSince([job('running')], [job('completed')])).toEqual([])
  })
})

describe('the Jobs screen’s URL', () => {
  test('names the call', () => {
    const search = JobSearch.parse({ status: 'failed', store: 'north', trail: ['a', 'b'] })
    expect(toJobRequest(search)).toEqual({ status: 'failed', storeId: 'north', cursor: 'b' })
  })

  test('may be wrong: what means nothing is left out', () => {
    expect(toJobRequest(JobSearch.parse({ status: 'lost', type: 7, store: 1, trail: 'x' }))).toEqual({})
  })
})
