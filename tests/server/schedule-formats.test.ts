// The format of the files that schedules make.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { fileTypes } from '#server/http/file-types.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'
import { readXlsx } from '../../proofs/format-readers.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

type Answer = { data: { schedule: Schedule; job: Job } }
const asked = () => ({ storeIds: [world.stores.north], columns: ['orderName', 'total'] })
const create = (change: object) =>
  owner.rest('POST', '/schedules', {
    name: 'Every morning',
    type: 'order_export',
    request: asked(),
    calendar: { every: 'day', at: '06:00' },
    timezone: 'Asia/Ho_Chi_Minh',
    ...change,
  })
const scheduleIn = (body: unknown) => (body as Answer).data.schedule

test.each(['csv', 'xlsx'] as const)('a run makes a file of the format of the schedule: %s', async (format) => {
  const { id, format: kept } = scheduleIn((await create({ format })).body)
  expect(kept).toBe(format)
  await owner.rest('POST', `/schedules/${id}/run`)
  await world.work()
  const { lastRun } = scheduleIn((await owner.rest('GET', `/schedules/${id}`)).body)
  const { job } = ((await owner.rest('GET', `/jobs/${lastRun?.jobId}`)).body as Answer).data
  expect(job).toMatchObject({ status: 'completed', destination: { format }, request: { format } })
  expect(job.files).toMatchObject([{ name: expect.stringMatching(new RegExp(`\\.${format}$`)) }])
  const { headers, bytes } = await owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))
  expect(headers).toMatchObject({ 'content-type': fileTypes[format].contentType })
  const rows: string[][] = format === 'xlsx' ? await readXlsx(bytes) : parse(bytes, { bom: true })
  expect(rows[0]).toEqual(['Name', 'Total'])
  expect(rows).toHaveLength(job.counts.written + 1)
})

test('the format stands in the schedule, and a request that names another one is refused', async () => {
  const request = { ...asked(), format: 'xlsx' }
  expect(await create({ request })).toMatchObject({
    status: 400,
    body: { message: scheduleMessages.formatTwice, error: { issues: [{ path: 'request.format' }] } },
  })
  const { id } = scheduleIn((await create({ request, format: 'xlsx' })).body)
  expect(await owner.rest('PUT', `/schedules/${id}`, { format: 'jsonl' })).toMatchObject({ status: 400 })
  await owner.rest('PUT', `/schedules/${id}`, { request: asked(), format: 'jsonl' })
  expect(scheduleIn((await owner.rest('GET', `/schedules/${id}`)).body).format).toBe('jsonl')
})
