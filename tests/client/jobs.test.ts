import { describe, expect, test } from 'vitest'
import { endedSince, pollAfter, watchAfter } from '#client/jobs/polling.ts'
import { fileSize } from '#client/format/file-size.ts'
import { doneOf, duration, lookOf, pace, proofOf, ranFor, requestWords, resultWords, stepOf, typeName } from '#client/format/job-words.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { JobSearch, toJobRequest } from '#client/screens/jobs/search.ts'
import { isSettled, noCounts, type Job, type Receipt, type JobListResponse, type JobStatus } from '#shared/jobs.ts'
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
    expect(failed('JOB_CANCELLED')).toEqual({ label: 'Cancelled', color: 'gray' })
  })

  test('as done of total, or as done alone where nobody can count', () => {
    expect(doneOf(job('running', { counts: counts(1_200, 5_000) }))).toBe('1,200 of 5,000 products')
    expect(doneOf(job('running', { counts: counts(1_200, null) }))).toBe('1,200 products')
  })

  test('with its request: a template or the number of columns, and the filter', () => {
    const request = { columns: 54, template: null, filter: {}, selected: null, limit: null, sheetUrl: null, format: 'csv' as const }
    const words = (change: object) => requestWords(madeJob({ type: 'order_export', request: { ...request, ...change } }))
    expect(words({})).toEqual(['54 columns'])
    expect(words({ template: 'Accounting', selected: 1_200 })).toEqual(['Template “Accounting”', '1,200 selected orders'])
    const filter = { search: 'mug', financialStatus: ['paid', 'voided'], createdAfter: '2026-01-31', later: 'x' }
    expect(words({ filter })).toEqual(['54 columns', 'Search: “mug”', 'Payment: Paid, Voided', 'After: Jan 31, 2026', 'later: x'])
    expect(requestWords(madeJob({ request: null }))).toEqual([])
  })

  test('by the step that it is at', () => {
    const running = { status: 'running', startedAt: createdAt } as const
    expect(stepOf(job('waiting', { startedAt: null, progress: 0 }))).toBe('asked')
    expect(stepOf(job('running', { ...running, progress: 0 }))).toBe('preparing')
    expect(stepOf(job('running', { ...running, progress: 98, counts: counts(98, 100) }))).toBe('reading')
    expect(stepOf(job('running', { ...running, progress: 99, counts: counts(100, 100) }))).toBe('writing')
  })

  test('as complete only where every store gave all that it counted, none doubled', () => {
    const whole = {
      ...noCounts,
      storeId: 'n',
      storeName: 'N',
      skipped: [],
      scopeGaps: [],
      deleted: 0,
      expected: 500,
      fetched: 500,
      distinct: 500,
    }
    const proof = (store: object, change: Partial<Job> = {}, isLimitHit = false) => {
      const { expected, fetched, distinct } = { ...whole, ...store }
      const receipt: Receipt = {
        columns: [],
        filter: {},
        limit: null,
        isLimitHit,
        startedAt: createdAt,
        finishedAt: createdAt,
        sha256: null,
        file: null,
        stores: [{ ...whole, ...store }],
      }
      return proofOf(job('completed', { receipt, counts: { ...noCounts, expected, fetched, distinct }, ...change }))
    }
    expect(proof({})).toEqual({ label: 'Complete: 500 of 500, none doubled', isWhole: true })
    const some = { fetched: 5, distinct: 5 }
    expect(proof({ ...some, skipped: [{ reason: 'Beyond Max Items', count: 495 }] }, {}, true)).toEqual({
      label: 'Cut at Max Items: 5 of 500, none doubled',
      isWhole: false,
    })
    expect(proof({ skipped: [{ reason: 'Not found in this store', count: 2 }] })?.isWhole).toBe(false)
    expect(proof({ ...some, expected: null })).toEqual({ label: '5, none doubled', isWhole: false })
    expect(proof({ distinct: 499 })).toEqual({ label: '500 of 500', isWhole: false })
    const incomplete = { status: 'failed', error: { code: 'INCOMPLETE', message: '' } } as const
    expect(proof(some, incomplete)).toEqual({ label: '5 of 500, none doubled', isWhole: false })
    expect(proofOf(job('completed'))).toBeNull()
  })

  test('with its time, and its result in rows, size and name', () => {
    expect(ranFor(job('completed', { finishedAt: '2026-01-31T10:01:30.000Z' }), start)).toBe('2 min')
    expect(ranFor(job('running'), start + 5_000)).toBe('5 s')
    expect(ranFor(job('waiting', { startedAt: null }), start)).toBeNull()
    const destination = { kind: 'csv', format: 'csv', name: 'orders.csv', bytes: 8_234_567, url: null } as const
    expect(resultWords({ counts: { ...noCounts, written: 12_340 }, destination })).toBe('12,340 rows · 8.2 MB · orders.csv')
    expect([1, 999, 1_500, 8_234_567].map(fileSize)).toEqual(['1 byte', '999 bytes', '2 kB', '8.2 MB'])
    const at = (ms: number) => relativeTime(new Date(start + ms).toISOString(), start)
    expect([0, -150_000, -7_200_000, 29.5 * 86_400_000].map(at)).toEqual(['just now', '2 minutes ago', '2 hours ago', 'in 29 days'])
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
    nextCursor: null,
    pageInfo: { hasNextPage: false, endCursor: null },
    totals: { pending: 0, waiting: 0, active: 0, running: 0, completed: 0, failed: 0, [status]: 1 },
    failures: null,
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
