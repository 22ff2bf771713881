// The interactive calls of users and programs to a shop.
import assert from 'node:assert/strict'
import { z } from 'zod'
import type { ShopSettings } from '#sandbox/settings.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { OrderListResponse } from '#shared/orders.ts'
import type { Fixture } from './fixture.ts'
import type { Answer } from './caller.ts'
import type { ProofServer } from './server.ts'

export type Question = 'test' | 'list' | 'metadata' | 'order'

/** The limit for a shop is ten seconds. The limit for our own server depends on this machine with all workers running. */
const LONGEST_MS = 15_000

const Failure = z.object({ success: z.literal(false), message: z.string(), error: z.object({ code: z.string() }) })
const Success = z.object({ success: z.literal(true), data: z.unknown() })

async function orderIn(server: ProofServer, storeId: string): Promise<string> {
  const { body } = await server.call('POST', '/orders/fetch', { storeIds: [storeId], limit: 3 })
  return OrderListResponse.parse(body).orders.at(-1)?.platformOrderId ?? '0'
}

/** Computes a value once, on first use. */
export function once<T>(known: Map<string, Promise<T>>, what: string, work: () => Promise<T>): Promise<T> {
  const made = known.get(what) ?? work()
  known.set(what, made)
  return made
}

/** The key of a cached value: the number of one of the shop's orders. */
export const orderOf = ({ host }: ShopSettings) => `an order of ${host}`

const questions: Record<Question, (fixture: Fixture, storeId: string, shop: ShopSettings) => Promise<Answer>> = {
  test: ({ people }, storeId) => people.call('POST', `/stores/${storeId}/test-connection`),
  list: ({ people }, storeId) => people.call('POST', '/products/fetch', { storeId, limit: 50 }),
  metadata: ({ people }, storeId) => people.call('POST', '/products/metadata', { storeId }),
  async order({ people, known }, storeId, shop) {
    const number = await once(known.texts, orderOf(shop), () => orderIn(people, storeId))
    return people.call('GET', `/orders/${storeId}/${number}`)
  },
}

export const ask = (fixture: Fixture, question: Question, shop: ShopSettings): Promise<Answer> =>
  questions[question](fixture, fixture.people.storeOf(shop.host), shop)

/** The content of an answer without our own encoded cursors, which differ each time. */
export function said({ status, text }: Answer): unknown {
  assert.equal(status, 200, text.slice(0, 300))
  return Success.parse(JSON.parse(text, (name, value: unknown) => (name === 'endCursor' ? undefined : value))).data
}

export const undisturbed = (fixture: Fixture, question: Question, shop: ShopSettings): Promise<unknown> =>
  once(fixture.known.answers, `${question} of ${shop.host}`, async () => said(await ask(fixture, question, shop)))

export function assertInTime({ tookMs }: Answer): void {
  assert.ok(tookMs < LONGEST_MS, `it took ${Math.round(tookMs)} ms`)
}

export function assertFailed(answer: Answer, code: ErrorCode, message: string): void {
  const { message: told, error } = Failure.parse(answer.body)
  assert.deepEqual([answer.status, error.code, told], [errors[code].status, code, message])
  assertInTime(answer)
}
