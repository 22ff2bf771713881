import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAvailability } from '#client/session/availability.ts'
import { limits } from '#shared/limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Availability with a mocked server check, and the values that its listeners got. */
function world(answers: boolean[]) {
  const isThere = vi.fn<() => Promise<boolean>>(async () => answers.shift() ?? true)
  const availability = createAvailability(isThere)
  const told: boolean[] = []
  availability.subscribe(() => told.push(availability.isAway()))
  return { availability, isThere, told }
}

test('a call that failed alone is no outage', async () => {
  const { availability, told } = world([true])
  availability.suspect()
  await vi.advanceTimersByTimeAsync(limits.availabilityMs)
  expect(told).toEqual([])
})

test('a server that is away is asked until it is back, however many calls find it away', async () => {
  const { availability, isThere, told } = world([false, false, false])
  availability.suspect()
  availability.suspect()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([true])
  await vi.advanceTimersByTimeAsync(limits.availabilityMs * 3)
  expect(told).toEqual([true, false])
  expect(isThere).toHaveBeenCalledTimes(4)
})

test('who waits for the server goes on when it answers', async () => {
  const { availability } = world([false])
  const answered = vi.fn<() => void>()
  void availability.untilAnswered().then(answered)
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(limits.availabilityMs)
  expect(answered).toHaveBeenCalledOnce()
})
