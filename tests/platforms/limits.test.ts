import { describe, expect, test } from 'vitest'
import { createBucket } from '#server/platforms/bucket.ts'
import { createGate } from '#server/platforms/gate.ts'
import type { Priority } from '#server/platforms/priority.ts'
import { createPace } from '#server/sheets/pace.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'

const hourMs = 3_600_000
const setBacks = [
  ['ten minutes', hourMs / 6],
  ['an hour', hourMs],
  ['three days', 72 * hourMs],
] as const

describe('the bucket', () => {
  const level = { available: 100, maximum: 1_000, perSecond: 50 }

  test('knows nothing at first, and lets everything through', () => {
    expect(createBucket(fakeClock().now).book(900).waitMs()).toBe(0)
  })

  test('a call waits until what it costs is there', async () => {
    const clock = fakeClock()
    const bucket = createBucket(clock.now)
    bucket.book(10).settle(level)
    const ticket = bucket.book(300)
    expect(ticket.waitMs()).toBe(4_000)
    ticket.settle()
    await clock.sleep(3_000)
    expect(bucket.book(300).waitMs()).toBe(1_000)
  })

  test('calls under way are counted as not yet paid', () => {
    const bucket = createBucket(fakeClock().now)
    bucket.book(10).settle(level)
    const first = bucket.book(100)
    const second = bucket.book(100)
    expect([first.waitMs(), second.waitMs()]).toEqual([0, 2_000])
    first.settle({ ...level, available: 0 })
    expect(bucket.book(50).waitMs()).toBe(3_000)
    second.settle()
    second.settle()
    expect(bucket.book(0).waitMs()).toBe(1_000)
  })

  test('a call that gives way leaves a fifth to others, waits behind those that came later, and not behind what it let go first', () => {
    const bucket = createBucket(fakeClock().now)
    bucket.book(1).settle({ available: 500, maximum: 1_000, perSecond: 50 })
    const patient = bucket.book(300, 'export')
    expect(patient.waitMs()).toBe(0)
    const urgent = bucket.book(400)
    expect([patient.waitMs(), urgent.waitMs()]).toEqual([8_000, 0])
    urgent.leave()
    urgent.settle({ available: 100, maximum: 1_000, perSecond: 50 })
    expect(patient.waitMs()).toBe(8_000)
    patient.leave()
    // Once it is sent, it counts for everybody.
    expect(bucket.book(100).waitMs()).toBe(6_000)
  })

  test.each(['counts', 'figures'] as const)('%s use a tenth of the rate limit, however empty the shop is', async (priority) => {
    const clock = fakeClock()
    const bucket = createBucket(clock.now)
    bucket.book(1).settle({ available: 1_000, maximum: 1_000, perSecond: 50 })
    const begun = clock.now()
    let spent = 0
    for (let call = 0; call < 50; call++) {
      const ticket = bucket.book(40, priority)
      for (let waitMs = ticket.waitMs(); waitMs > 0; waitMs = ticket.waitMs()) await clock.sleep(waitMs)
      ticket.leave()
      ticket.settle({ available: 1_000, maximum: 1_000, perSecond: 50 })
      spent += 40
      // A tenth of the bucket's size at once, then a tenth of its rate.
      expect(spent).toBeLessThanOrEqual(100 + ((clock.now() - begun) / 1000) * 5 + 0.1)
    }
    expect(clock.now() - begun).toBeGreaterThan(300_000)
    expect(bucket.waitMs(900)).toBe(0)
    // A single call above the share's size is not held up for ever.
    await clock.sleep(3_600_000)
    expect(bucket.book(170, priority).waitMs()).toBe(0)
  })

  test('counts and figures share that tenth, and counts come first', async () => {
    const clock = fakeClock()
    const bucket = createBucket(clock.now)
    const full = { available: 1_000, maximum: 1_000, perSecond: 50 }
    bucket.book(1).settle(full)
    const send = (cost: number, priority: Priority) => {
      const ticket = bucket.book(cost, priority)
      expect(ticket.waitMs()).toBe(0)
      ticket.leave()
      ticket.settle(full)
    }
    send(40, 'figures')
    // Figures leave half of the share to counts.
    const figures = bucket.book(40, 'figures')
    expect(figures.waitMs()).toBe(6_000)
    send(60, 'counts')
    const count = bucket.book(10, 'counts')
    expect([count.waitMs(), figures.waitMs()]).toEqual([2_000, 20_000])
    const person = bucket.book(800, 'person')
    expect(person.waitMs()).toBe(0)
    person.settle()
    await clock.sleep(2_000)
    expect(count.waitMs()).toBe(0)
  })

  test('never waits for more than the bucket can hold, nor for a bucket that does not fill', () => {
    const bucket = createBucket(fakeClock().now)
    bucket.book(1).settle({ available: 1_000, maximum: 1_000, perSecond: 50 })
    expect(bucket.book(5_000).waitMs()).toBe(0)
    const still = createBucket(fakeClock().now)
    still.book(1).settle({ available: 0, maximum: 1_000, perSecond: 0 })
    expect(still.book(1).waitMs()).toBe(0)
  })

  test.each(setBacks)('a clock that is set back by %s holds nobody up, and the bucket fills on', async (_, ms) => {
    const clock = fakeClock()
    const bucket = createBucket(clock.now)
    bucket.book(10).settle(level)
    clock.set(clock.now() - ms)
    expect([bucket.book(100).waitMs(), bucket.waitMs(300)]).toEqual([0, 4_000])
    await clock.sleep(3_000)
    expect(bucket.waitMs(300)).toBe(1_000)
  })
})

describe('the pace of Google Sheets', () => {
  test.each(setBacks)('a clock that is set back by %s begins a new minute', async (_, ms) => {
    const clock = fakeClock()
    const pace = createPace(clock, 3, 1)
    await pace.enter({ urgent: false })
    await pace.enter({ urgent: false })
    clock.set(clock.now() - ms)
    await pace.enter({ urgent: false })
    await pace.enter({ urgent: false })
    expect(clock.slept).toEqual([])
    await pace.enter({ urgent: false })
    expect(clock.slept).toEqual([60_000])
  })
})

/** Runs all pending microtasks. */
const settled = () => new Promise(setImmediate)

describe('the gate', () => {
  test('lets so many run at once, the others in the order they came', async () => {
    const gate = createGate(2)
    const begun: number[] = []
    const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
    const runs = ends.map(({ promise }, index) =>
      gate.run(async () => {
        begun.push(index)
        await promise
      }),
    )
    await settled()
    expect(begun).toEqual([0, 1])
    ends[1]?.resolve()
    await runs[1]
    await settled()
    expect(begun).toEqual([0, 1, 2])
    for (const end of ends) end.resolve()
    await Promise.all(runs)
    expect(begun).toEqual([0, 1, 2, 3])
  })

  test('those who give way enter last, and leave places to others', async () => {
    const gate = createGate(3, 1)
    const begun: string[] = []
    const end = Promise.withResolvers<void>()
    const run = (name: string, priority: Priority) =>
      gate.run(
        async () => {
          begun.push(name)
          await end.promise
        },
        { priority },
      )
    const runs = [
      run('export 1', 'export'),
      run('export 2', 'export'),
      run('figures', 'figures'),
      run('export 3', 'export'),
      run('list 1', 'person'),
      run('list 2', 'person'),
    ]
    await settled()
    expect(begun).toEqual(['export 1', 'export 2', 'list 1'])
    end.resolve()
    await Promise.all(runs)
    expect(begun).toEqual(['export 1', 'export 2', 'list 1', 'list 2', 'export 3', 'figures'])
  })

  test('who leaves the line takes no place, and a failure frees one', async () => {
    const gate = createGate(1)
    const stop = new AbortController()
    const end = Promise.withResolvers<void>()
    const failing = gate.run(() => end.promise)
    const leaving = gate.run(async () => 'never', { signal: stop.signal })
    const last = gate.run(async () => 'last')
    stop.abort(new Error('gone'))
    await expect(leaving).rejects.toThrow('gone')
    end.reject(new Error('failed'))
    await expect(failing).rejects.toThrow('failed')
    expect(await last).toBe('last')
  })
})
