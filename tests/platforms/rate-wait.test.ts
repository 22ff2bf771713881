// The wait for the rate limit that processes share, where whoever knows it is slow.
import { expect, test } from 'vitest'
import type { SharedBudgets } from '#server/platforms/shared-bucket.ts'
import type { FakeClock } from '#tests/platforms/fake-clock.ts'
import { json, patience, shopAnswering } from '#tests/platforms/shop-answering.ts'

test('a call that gets its turn too late is not sent, and the shop is not to blame', async () => {
  let takesMs = 9_500
  const budgets = ({ now, set }: FakeClock): SharedBudgets => ({
    async change(_shop, change) {
      set(now() + takesMs)
      return change(null, now())
    },
  })
  const { server, call } = await shopAnswering((_request, response) => json(response), { budgets })
  const person = { ...patience, totalMs: 10_000 }
  for (let turn = 0; turn < 10; turn++) await expect(call({ patience: person })).rejects.toMatchObject({ code: 'STORE_BUSY' })
  expect(server.seen).toEqual([])
  takesMs = 10
  expect(await call({ patience: person })).toBe('{"ok":true}')
})

test('nobody waits longer for a turn than there is time', async () => {
  const budgets = (): SharedBudgets => ({ change: () => new Promise<never>(() => {}) })
  const { server, call } = await shopAnswering((_request, response) => json(response), { budgets })
  await expect(call({ patience: { ...patience, totalMs: 200 } })).rejects.toMatchObject({ code: 'STORE_BUSY' })
  expect(server.seen).toEqual([])
})

test('a last try with little time is sent, where nothing was waited for', async () => {
  const takesMs = 5
  const budgets = ({ now, set }: FakeClock): SharedBudgets => ({
    async change(_shop, change) {
      set(now() + takesMs)
      return change(null, now())
    },
  })
  const { server, call } = await shopAnswering((_request, response) => json(response), { budgets })
  expect(await call({ patience: { ...patience, totalMs: 900 } })).toBe('{"ok":true}')
  expect(server.seen).toHaveLength(1)
})
