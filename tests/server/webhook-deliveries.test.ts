// What webhooks are told, how it is signed, and how it is repeated.
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventMessages } from '#shared/event-messages.ts'
import { reactions } from '#tests/support/receiver.ts'
import { createWebhookStage, type WebhookStage } from '#tests/support/webhooks.ts'

let stage: WebhookStage
beforeAll(async () => {
  stage = await createWebhookStage()
})
afterEach(() => stage.clear())
afterAll(() => stage[Symbol.asyncDispose]())

test('the end of a job is told once, with a signature that an independent library verifies', async () => {
  const { secret, webhook } = await stage.made()
  const id = await stage.finishedExport()
  await stage.send()
  await stage.send()
  expect(stage.events()).toMatchObject([
    { type: 'job.completed', data: { jobId: id, jobType: 'product_export', storeIds: [stage.world.stores.north], rows: 1, error: null } },
  ])
  const [{ headers, body } = { headers: {}, body: '' }] = stage.receiver.received
  expect(headers['webhook-id']).toBe(stage.events()[0]?.id)
  expect(headers['webhook-id']).not.toContain('.')
  expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Verifier(secret).verify(body.replace('completed', 'failed'), headers)).toThrow()
  expect(await stage.deliveriesOf(webhook.id)).toMatchObject([
    { type: 'job.completed', status: 'delivered', attempts: 1, answerStatus: 204, failure: null, nextAttemptAt: null, body },
  ])
})

test('a cancelled and a failed job are told as failed, each with its reason', async () => {
  await stage.made()
  const cancelled = await stage.exportFrom('north')
  await stage.owner.rest('POST', `/jobs/${cancelled}/cancel`)
  stage.world.sandbox.faults.add({ kind: 'status', status: 401 })
  const failed = await stage.finishedExport()
  stage.world.sandbox.faults.clear()
  await stage.send()
  const told = Object.fromEntries(
    stage.events().flatMap(({ type, data }) => ('jobId' in data ? [[data.jobId, [type, data.error?.code]]] : [])),
  )
  expect(told).toEqual({ [cancelled]: ['job.failed', 'JOB_CANCELLED'], [failed]: ['job.failed', 'STORE_REJECTED'] })
})

test('a download is told, too, and a job that fails again is told again', async () => {
  await stage.made({ events: ['job.completed', 'job.failed'] })
  await stage.owner.rest('POST', '/products/export/csv', {
    storeId: stage.world.stores.north,
    config: { fields: ['Title'], maxItemsPerFile: 1 },
  })
  stage.world.sandbox.faults.add({ kind: 'status', status: 401 })
  const failing = await stage.finishedExport()
  stage.world.clock.now += 1_000
  await stage.owner.rest('POST', `/jobs/${failing}/retry`)
  await stage.world.work()
  stage.world.sandbox.faults.clear()
  await stage.send()
  const told = stage.events().map(({ type }) => type)
  expect(told.toSorted()).toEqual(['job.completed', 'job.failed', 'job.failed'])
})

test('a store that fails and one that works again are told once each', async () => {
  const list = () => stage.owner.rest('POST', '/products/fetch', { storeId: stage.world.stores.north })
  await list()
  await stage.send()
  stage.world.clock.now += 1
  await stage.made({ events: ['store.failing', 'store.recovered'] })
  stage.world.sandbox.faults.add({ kind: 'status', status: 401 })
  for (let call = 0; call < 3; call += 1) await list()
  stage.world.sandbox.faults.clear()
  for (let call = 0; call < 3; call += 1) await list()
  await stage.send()
  const about = { storeId: stage.world.stores.north, storeName: 'North' }
  // Deliveries are sent at the same time, and arrive in any order.
  expect(stage.events().toSorted((one, other) => (one.type < other.type ? -1 : 1))).toMatchObject([
    { type: 'store.failing', data: { ...about, state: 'refused' } },
    { type: 'store.recovered', data: { ...about, state: 'connected', reason: null } },
  ])
})

test('a webhook is told only of its events and its stores', async () => {
  const { webhook: ofFailures } = await stage.made({ events: ['job.failed'] })
  const { webhook: ofHarbor } = await stage.made({ storeIds: [stage.world.stores.harbor] })
  const { webhook: switchedOff } = await stage.made({ active: false })
  await stage.finishedExport('north')
  const id = await stage.finishedExport('harbor')
  await stage.send()
  expect(stage.events()).toMatchObject([{ data: { jobId: id } }])
  expect(await stage.deliveriesOf(ofFailures.id)).toEqual([])
  expect(await stage.deliveriesOf(ofHarbor.id)).toHaveLength(1)
  expect(await stage.deliveriesOf(switchedOff.id)).toEqual([])
})

test.each([
  ['status 500', reactions.status(500), 500, eventMessages.failures.status(500)],
  ['a redirect', reactions.status(302, { location: 'http://127.0.0.1:9/' }), 302, eventMessages.failures.redirect],
  ['a reset', reactions.reset, null, eventMessages.failures.broken('UND_ERR_SOCKET')],
  ['silence', reactions.stall, null, eventMessages.failures.late],
])('%s is tried again later, and nothing is lost', async (_, reaction, answerStatus, failure) => {
  const { webhook } = await stage.made()
  const id = await stage.finishedExport()
  stage.receiver.reactions.push(reaction)
  await stage.send(500)
  expect(await stage.deliveriesOf(webhook.id)).toMatchObject([{ status: 'waiting', attempts: 1, answerStatus, failure }])
  const failingSince = new Date(stage.world.clock.now).toISOString()
  expect(await stage.listed()).toMatchObject([{ failingSince }])
  await stage.send()
  expect(stage.receiver.received).toHaveLength(1)
  stage.world.clock.now += 5_000
  await stage.send()
  expect(stage.events()).toMatchObject([{ data: { jobId: id } }, { data: { jobId: id } }])
  expect(new Set(stage.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await stage.deliveriesOf(webhook.id)).toMatchObject([{ status: 'delivered', attempts: 2, answerStatus: 204, failure: null }])
  expect(await stage.listed()).toMatchObject([{ failingSince: null }])
})

test('a delivery is tried for a day with growing pauses, and can be sent again', async () => {
  const { webhook } = await stage.made()
  await stage.finishedExport()
  const begun = stage.world.clock.now
  const pauses: number[] = []
  for (;;) {
    stage.receiver.reactions.push(reactions.status(503))
    await stage.send()
    const [delivery] = await stage.deliveriesOf(webhook.id)
    if (!delivery?.nextAttemptAt) break
    pauses.push(Date.parse(delivery.nextAttemptAt) - stage.world.clock.now)
    stage.world.clock.now = Date.parse(delivery.nextAttemptAt)
  }
  expect(pauses.length).toBeGreaterThan(8)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(stage.world.clock.now - begun).toBeGreaterThan(15 * 3_600_000)
  const [given] = await stage.deliveriesOf(webhook.id)
  expect(given).toMatchObject({ status: 'failed', attempts: pauses.length + 1, answerStatus: 503 })
  const again = `/webhooks/${webhook.id}/deliveries/${given?.id}/redeliver`
  expect(await stage.owner.rest('POST', again)).toMatchObject({
    status: 200,
    body: { data: { delivery: { status: 'waiting', attempts: 0 } } },
  })
  expect(await stage.owner.rest('POST', again)).toMatchObject({ status: 409, body: { message: eventMessages.underWay } })
  stage.receiver.reactions.length = 0
  await stage.send()
  expect(await stage.deliveriesOf(webhook.id)).toMatchObject([{ eventId: given?.eventId, status: 'delivered', attempts: 1 }])
})

test('a receiver may ask for a longer pause, and ends its webhook with 410', async () => {
  const { webhook } = await stage.made()
  await stage.finishedExport()
  stage.receiver.reactions.push(reactions.status(429, { 'retry-after': '600' }))
  await stage.send()
  const [waiting] = await stage.deliveriesOf(webhook.id)
  expect(Date.parse(waiting?.nextAttemptAt ?? '') - stage.world.clock.now).toBe(600_000)
  stage.world.clock.now += 600_000
  // The answer to a test tells the sender, and ends nothing.
  stage.receiver.reactions.push(reactions.status(410))
  expect((await stage.owner.rest('POST', `/webhooks/${webhook.id}/test`)).body).toMatchObject({ data: { delivery: { answerStatus: 410 } } })
  expect(await stage.listed()).toMatchObject([{ active: true }])
  stage.receiver.reactions.push(reactions.status(410))
  await stage.send()
  expect(await stage.deliveriesOf(webhook.id)).toMatchObject([
    { type: 'webhook.test', status: 'failed', failure: eventMessages.failures.gone },
    { status: 'failed', answerStatus: 410, failure: eventMessages.failures.gone },
  ])
  expect(await stage.listed()).toMatchObject([{ active: false }])
})
