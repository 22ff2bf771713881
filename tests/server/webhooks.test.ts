// Who manages webhooks, which addresses they may have, and what is kept about them.
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { usualEventTypes } from '#shared/events.ts'
import { limits } from '#shared/limits.ts'
import { reactions } from '#tests/support/receiver.ts'
import { privateName } from '#tests/support/world.ts'
import { createWebhookStage, dataOf, type WebhookStage } from '#tests/support/webhooks.ts'

let stage: WebhookStage
beforeAll(async () => {
  stage = await createWebhookStage()
})
afterEach(() => stage.clear())
afterAll(() => stage[Symbol.asyncDispose]())

test('a test is sent at once, is not repeated, and says how it went', async () => {
  const { webhook, secret } = await stage.made({ active: false })
  const path = `/webhooks/${webhook.id}/test`
  expect(await stage.owner.rest('POST', path)).toMatchObject({
    status: 200,
    body: { data: { delivery: { type: 'webhook.test', status: 'delivered', answerStatus: 204 } } },
  })
  const [{ headers, body } = { headers: {}, body: '' }] = stage.receiver.received
  expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } })
  stage.receiver.reactions.push(reactions.status(500))
  expect(dataOf(await stage.owner.rest('POST', path)).delivery).toMatchObject({
    status: 'failed',
    failure: eventMessages.failures.status(500),
  })
  stage.world.clock.now += 3_600_000
  await stage.send()
  expect(stage.receiver.received).toHaveLength(2)
})

test('a replaced secret signs beside its successor for a day', async () => {
  const { webhook, secret } = await stage.made()
  const { secret: next } = dataOf(await stage.owner.rest('POST', `/webhooks/${webhook.id}/secret`))
  expect(next).not.toBe(secret)
  await stage.owner.rest('POST', `/webhooks/${webhook.id}/test`)
  const [both = { headers: {}, body: '' }] = stage.receiver.received
  for (const known of [secret, next]) expect(() => new Verifier(known).verify(both.body, both.headers)).not.toThrow()
  stage.world.clock.now += limits.webhooks.secretOverlapHours * 3_600_000
  await stage.owner.rest('POST', `/webhooks/${webhook.id}/test`)
  const [, one = { headers: { 'webhook-signature': '' }, body: '' }] = stage.receiver.received
  expect(one.headers['webhook-signature']?.split(' ')).toHaveLength(1)
})

test.each([
  ['plain http', 'http://hooks.example.com/', eventMessages.httpsNeeded],
  ['a private address', 'https://10.0.0.1/', eventMessages.hostNotPublic],
  ['a private address in disguise', 'https://0x0a000001/', eventMessages.hostNotPublic],
  ['the machine itself', 'https://[::1]/', eventMessages.hostNotPublic],
  ['a name without a dot', 'https://localhost/', eventMessages.hostNotPublic],
  ['a user name', 'https://user:word@hooks.example.com/', eventMessages.hostNotPublic],
  ['another protocol', 'ftp://hooks.example.com/', eventMessages.urlInvalid],
])('%s is refused as an address', async (_, url, message) => {
  expect(await stage.create({ url })).toMatchObject({ status: 400, body: { message, error: { issues: [{ path: 'url', message }] } } })
  const { webhook } = await stage.made()
  expect(await stage.owner.rest('PUT', `/webhooks/${webhook.id}`, { url })).toMatchObject({ status: 400, body: { message } })
})

test.each([
  ['leads to a private address', privateName, eventMessages.failures.notPublic],
  ['nobody knows', 'nobody.example.com', eventMessages.failures.unknownHost],
])('a name that %s is not called', async (_, host, failure) => {
  const { webhook } = await stage.made({ url: `https://${host}/` })
  await stage.owner.rest('POST', `/webhooks/${webhook.id}/test`)
  expect(await stage.deliveriesOf(webhook.id)).toMatchObject([{ status: 'failed', failure }])
})

test('an admin of one store manages webhooks of that store alone', async () => {
  const local = await stage.world.signedIn('admin', 'north')
  const { webhook: ofAll } = await stage.made()
  const { webhook: ofBoth } = await stage.made({ storeIds: [stage.world.stores.north, stage.world.stores.harbor] })
  const { webhook: ofNorth } = await stage.made({ storeIds: [stage.world.stores.north] })
  expect((await stage.listed(local)).map(({ id }) => id)).toEqual([ofNorth.id])
  for (const { id } of [ofAll, ofBoth])
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const)
      expect((await local.rest(method, `/webhooks/${id}${path}`, method === 'PUT' ? { active: false } : undefined)).status).toBe(404)
  expect(await stage.create({}, local)).toMatchObject({ status: 403, body: { message: eventMessages.storesOutOfReach } })
  expect((await stage.create({ storeIds: [stage.world.stores.harbor] }, local)).status).toBe(404)
  expect((await local.rest('PUT', `/webhooks/${ofNorth.id}`, { storeIds: [stage.world.stores.harbor] })).status).toBe(404)
  expect((await local.rest('PUT', `/webhooks/${ofNorth.id}`, { storeIds: null })).status).toBe(403)
  expect((await stage.create({ storeIds: [stage.world.stores.north] }, local)).status).toBe(201)
})

test('with a store that is left out go the deliveries about it, which nobody sees or sends again', async () => {
  const { north, harbor } = stage.world.stores
  const { webhook } = await stage.made()
  const [ofNorth] = [await stage.finishedExport('north'), await stage.finishedExport('harbor')]
  await stage.send()
  await stage.owner.rest('POST', `/webhooks/${webhook.id}/test`)
  expect(await stage.deliveriesOf(webhook.id)).toHaveLength(3)
  await stage.owner.rest('PUT', `/webhooks/${webhook.id}`, { storeIds: [north, harbor] })
  expect(await stage.deliveriesOf(webhook.id)).toHaveLength(3)
  await stage.owner.rest('PUT', `/webhooks/${webhook.id}`, { storeIds: [north] })
  const local = await stage.world.signedIn('admin', 'north')
  const { deliveries } = dataOf(await local.rest('GET', `/webhooks/${webhook.id}/deliveries`))
  expect(deliveries.map(({ type }) => type).toSorted()).toEqual(['job.completed', 'webhook.test'])
  expect(JSON.stringify(deliveries)).toContain(ofNorth)
  expect(JSON.stringify(deliveries)).not.toContain(harbor)
})

test('a store that is left out while its event is being queued is not told any more', async () => {
  const { north } = stage.world.stores
  const { webhook } = await stage.made()
  await stage.finishedExport('harbor')
  const { database } = stage.world.deps
  const { batch } = database
  // The webhooks are read, and the delivery is about to be added.
  const adding = vi.spyOn(database, 'batch').mockImplementationOnce(async (statements) => {
    expect((await stage.owner.rest('PUT', `/webhooks/${webhook.id}`, { storeIds: [north] })).status).toBe(200)
    return batch(statements)
  })
  await stage.send()
  expect(adding).toHaveBeenCalled()
  adding.mockRestore()
  expect(stage.receiver.received).toEqual([])
  expect(await stage.deliveriesOf(webhook.id)).toEqual([])
})

test('bad requests are refused with a sentence', async () => {
  expect(await stage.create({ events: [] })).toMatchObject({ status: 400, body: { message: eventMessages.eventsNeeded } })
  expect(await stage.create({ name: '' })).toMatchObject({ status: 400, body: { message: eventMessages.nameNeeded } })
  expect((await stage.create({ events: ['job.begun'] })).status).toBe(400)
  expect((await stage.create({ storeIds: ['nowhere'] })).status).toBe(404)
  const { webhook } = await stage.made({ name: 'Twice' })
  expect(webhook).toMatchObject({ events: usualEventTypes, storeIds: null, active: true, failingSince: null })
  expect(await stage.create({ name: 'Twice' })).toMatchObject({ status: 409, body: { message: eventMessages.nameTaken } })
  expect((await stage.owner.rest('GET', `/webhooks/${webhook.id}/deliveries?cursor=x`)).status).toBe(400)
})

test('a key makes a webhook once for each Idempotency-Key, and no answer shows a secret again', async () => {
  const request = { name: 'Once', url: stage.receiver.url }
  const first = await stage.owner.rest('POST', '/webhooks', request, { 'idempotency-key': 'once' })
  const again = await stage.owner.rest('POST', '/webhooks', request, { 'idempotency-key': 'once' })
  expect(again.body).toEqual(first.body)
  const { secret, webhook } = dataOf(first)
  expect(first.headers['location']).toBe(`/api/v1/webhooks/${webhook.id}`)
  for (const path of ['/webhooks', `/webhooks/${webhook.id}`, `/webhooks/${webhook.id}/deliveries`, '/audit'])
    expect((await stage.owner.rest('GET', path)).text).not.toContain(secret)
  expect((await stage.owner.rest('GET', '/audit?action=settings.webhooks')).text).not.toContain(stage.receiver.url)
})

test('the log goes page by page, and old rows are removed', async () => {
  const { webhook } = await stage.made()
  for (let number = 0; number < 3; number += 1) {
    await stage.owner.rest('POST', `/webhooks/${webhook.id}/test`)
    stage.world.clock.now += 1
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await stage.owner.rest('GET', `/webhooks/${webhook.id}/deliveries?limit=2${cursor && `&cursor=${cursor}`}`)
    const { deliveries, nextCursor } = dataOf(page)
    seen.push(...deliveries.map(({ id }) => id))
    cursor = nextCursor ?? ''
  } while (cursor !== '')
  expect(new Set(seen).size).toBe(3)
  stage.world.clock.now += (limits.webhooks.keepDays + 1) * 24 * 3_600_000
  const keep = { dataDir: stage.world.folder, exportKeepDays: 30, jobsKeepDays: 90, auditKeepDays: 400 }
  await createHousekeeping(stage.world.deps, keep)(new AbortController().signal)
  expect(await stage.deliveriesOf(webhook.id)).toEqual([])
})
