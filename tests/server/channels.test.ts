// Channels in which people read: messages in the form of Slack, Discord and Telegram, one for one problem however many people have it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventMessages } from '#shared/event-messages.ts'
import { ProblemKind } from '#shared/notifications.ts'
import { noteScheduleProblem, noteScheduleWorks } from '#server/notifications/schedules.ts'
import { bodyOf } from '#server/webhooks/formats.ts'
import { createWebhookStage, dataOf, type WebhookStage } from '#tests/support/webhooks.ts'

let stage: WebhookStage
beforeAll(async () => {
  stage = await createWebhookStage()
})
afterEach(() => stage.clear())
afterAll(() => stage[Symbol.asyncDispose]())

const chatId = '-1001234567890'
const received = () => stage.receiver.received.splice(0).map(({ body }) => JSON.parse(body) as unknown)
const about = (name = 'Every morning') => {
  const schedule = {
    id: crypto.randomUUID(),
    name,
    type: 'product_export' as const,
    ownerId: stage.owner.userId,
    storeIds: [stage.world.stores.north],
  }
  return { schedule, jobId: null }
}
const shown = (id: string) => `${stage.world.deps.appUrl}/jobs/schedules?runs=${id}`

test('each service gets the message in its own form, with a link', async () => {
  for (const change of [{ format: 'slack' }, { format: 'discord' }, { format: 'telegram', chatId }]) await stage.made(change)
  const { schedule, jobId } = about()
  await noteScheduleProblem(stage.world.deps, { schedule, jobId, kind: 'failed', reason: 'North: refused.', userIds: [schedule.ownerId] })
  await stage.send()
  const sentence = 'The schedule “Every morning” failed: North: refused.'
  const url = shown(schedule.id)
  expect(received()).toEqual(
    expect.arrayContaining([
      { text: `${sentence} <${url}|Show>` },
      { content: `${sentence} ${url}`, allowed_mentions: { parse: [] }, flags: 4 },
      { chat_id: chatId, text: `${sentence}\n${url}`, link_preview_options: { is_disabled: true } },
    ]),
  )
})

test('a test is a message too, and the end of an export says what became of it', async () => {
  const { webhook } = await stage.made({ format: 'slack' })
  await stage.owner.rest('POST', `/webhooks/${webhook.id}/test`)
  expect(received()).toEqual([{ text: `${eventMessages.testMessage} <${stage.world.deps.appUrl}|Show>` }])
  const job = await stage.finishedExport()
  await stage.send()
  expect(received()).toEqual([
    { text: expect.stringMatching(new RegExp(`^The product export has finished with \\d+ rows\\. <.*/jobs\\?job=${job}\\|Show>$`)) },
  ])
})

test('a problem that several people have is told once, and so is its solution', async () => {
  await stage.made({ format: 'slack' })
  const { schedule, jobId } = about()
  const others = await Promise.all(['admin', 'admin'].map(() => stage.world.signedIn('admin')))
  const userIds = [schedule.ownerId, ...others.map(({ userId }) => userId)]
  const fail = (to: readonly string[]) =>
    noteScheduleProblem(stage.world.deps, { schedule, jobId, kind: 'paused', reason: 'A store is gone.', userIds: to })
  await Promise.all(Array.from({ length: 5 }, () => fail(userIds)))
  // Somebody who hears of it later is no reason to tell the channel again.
  await fail([...userIds, (await stage.world.signedIn('admin')).userId])
  await stage.send()
  expect(received()).toEqual([{ text: expect.stringContaining('is paused: A store is gone.') }])
  const works = () => noteScheduleWorks(stage.world.deps, { schedule, jobId }, ProblemKind.options)
  await Promise.all(Array.from({ length: 5 }, works))
  await works()
  await stage.send()
  expect(received()).toEqual([{ text: expect.stringContaining('works again.') }])
  stage.world.clock.now += 1_000
  await fail(userIds)
  await stage.send()
  expect(received()).toHaveLength(1)
})

test('a name of a shop is never a link, a mention or a style', () => {
  const name = '<!here> @everyone [shop](https://shop.test) **loud** & more'
  const data = { storeId: 's', storeName: name, state: 'unreachable', reason: null } as const
  const event = { id: 'e', type: 'store.failing', timestamp: '2026-11-01T08:00:00.000Z', data } as const
  const as = (format: 'slack' | 'discord') => bodyOf({ format, chatId: null }, event, 'https://office.test')
  expect(JSON.parse(as('slack'))).toEqual({
    text: '&lt;!here&gt; @everyone [shop](https:\u2060//shop.\u2060test) **loud** &amp; more has a problem. <https://office.test/stores|Show>',
  })
  expect(JSON.parse(as('discord'))).toMatchObject({
    content: `\\<!here\\> @everyone \\[shop\\]\\(https:\u2060//shop.\u2060test\\) \\*\\*loud\\*\\* & more has a problem. https://office.test/stores`,
  })
})

test('an address in a name is no link in any service, and the address of the screen is', () => {
  const data = { storeId: 's', storeName: 'HTTPS://evil.example/a or bad.com', state: 'unreachable', reason: 'Nr. 2. Now.' } as const
  const event = { id: 'e', type: 'store.failing', timestamp: '2026-11-01T08:00:00.000Z', data } as const
  for (const format of ['slack', 'discord', 'telegram'] as const) {
    const text = bodyOf({ format, chatId }, event, 'https://office.test')
    expect(text.match(/https?:\/\/[\w.]+/gi)).toEqual(['https://office.test'])
    expect(text).toContain('HTTPS:\u2060//evil.\u2060example/a or bad.\u2060com')
    expect(text).toContain('Nr. 2. Now.')
  }
})

test('a long reason is cut, and the link stays whole', () => {
  const data = { storeId: 's', storeName: 'North', state: 'unreachable', reason: '😀'.repeat(5_000) } as const
  const event = { id: 'e', type: 'store.failing', timestamp: '2026-11-01T08:00:00.000Z', data } as const
  const discord = JSON.parse(bodyOf({ format: 'discord', chatId: null }, event, 'https://office.test')) as { content: string }
  const telegram = JSON.parse(bodyOf({ format: 'telegram', chatId }, event, 'https://office.test')) as { text: string }
  for (const [text, most] of [
    [discord.content, 2_000],
    [telegram.text, 4_096],
  ] as const) {
    expect(text.length).toBeLessThanOrEqual(most)
    expect(text).toMatch(/…\shttps:\/\/office\.test\/stores$/u)
    expect(text.isWellFormed()).toBe(true)
  }
})

test('Telegram needs a chat, and nothing else takes one', async () => {
  const refused = { status: 400, body: { message: eventMessages.chatIdNeeded, error: { issues: [{ path: 'chatId' }] } } }
  expect(await stage.create({ format: 'telegram' })).toMatchObject(refused)
  expect(await stage.create({ format: 'slack', chatId })).toMatchObject(refused)
  expect(await stage.create({ format: 'telegram', chatId: 'our shops' })).toMatchObject({
    status: 400,
    body: { message: eventMessages.chatIdInvalid },
  })
  const { webhook } = await stage.made({ format: 'telegram', chatId })
  expect(webhook).toMatchObject({ format: 'telegram', chatId })
  expect(await stage.owner.rest('PUT', `/webhooks/${webhook.id}`, { format: 'slack' })).toMatchObject(refused)
  const changed = await stage.owner.rest('PUT', `/webhooks/${webhook.id}`, { format: 'slack', chatId: null })
  expect(dataOf(changed).webhook).toMatchObject({ format: 'slack', chatId: null })
})
