// Processes that share the rate limit of a shop, in simulations with random arrivals, latencies and deaths.
import { describe, expect, test } from 'vitest'
import type { Priority } from '#server/platforms/priority.ts'
import { simulate, type SimulatedCall, type SimulatedShop } from '#tests/platforms/budget-simulation.ts'

const shopbase: SimulatedShop = { maximum: 30, perSecond: 2, latencyMs: 200 }
const shopify: SimulatedShop = { maximum: 2_000, perSecond: 100, latencyMs: 300 }
const shops = { shopbase, shopify }
const seeds = [1, 2, 3, 4]
const minuteMs = 60_000

const of = (calls: readonly SimulatedCall[], priority: Priority, from = 0) =>
  calls.filter((call) => call.priority === priority && call.at >= from)
const longest = (calls: readonly SimulatedCall[]) => Math.max(0, ...calls.map(({ waitedMs }) => waitedMs))
const costOf = (calls: readonly SimulatedCall[]) => calls.reduce((sum, { cost }) => sum + cost, 0)

describe.each(Object.entries(shops))('six processes at one shop of %s', (name, shop) => {
  /** A page of an export, and a list. */
  const page = (int: (below: number) => number) => () => (name === 'shopify' ? 100 + int(500) : 1)
  const list = () => (name === 'shopify' ? 70 : 1)

  test.each(seeds)('use the rate limit and are never refused, and people do not wait for exports (seed %i)', async (seed) => {
    const simulation = simulate(seed, shop, 6, { uses: name === 'shopify' ? 'part' : 'cost' })
    const { random, calls, counted } = simulation
    for (let process = 2; process < 6; process++) {
      for (let loop = 0; loop < 3; loop++) void simulation.keepCalling(process, 'export', page(random.int))
      void simulation.keepCalling(process, 'freshness', page(random.int))
    }
    for (let process = 0; process < 2; process++) void simulation.callAtRandom(process, 'person', 4_000, list)
    const ms = 5 * minuteMs
    await simulation.run(ms)
    expect(counted.refused).toBe(0)
    // What was there at the beginning, but for what is kept for people, may be used too.
    const all = shop.perSecond * (ms / 1_000)
    expect(counted.spent / all).toBeGreaterThan(0.9)
    expect(longest(of(calls, 'person'))).toBeLessThan(1_000)
    expect(of(calls, 'person').length).toBeGreaterThan(100)
    // Exports need everything, so nothing is left for freshness after the first moments.
    expect(costOf(of(calls, 'freshness', minuteMs))).toBeLessThan(0.02 * all)
    const exported = [2, 3, 4, 5].map((process) => costOf(of(calls, 'export').filter((call) => call.process === process)))
    expect(Math.min(...exported)).toBeGreaterThan(0.7 * Math.max(...exported))
  })

  test.each(seeds)('random arrivals of every kind are never refused, and each is served (seed %i)', async (seed) => {
    const simulation = simulate(seed, shop, 6, { uses: name === 'shopify' ? 'part' : 'cost' })
    const { random, clock, calls, counted } = simulation
    const kinds: [Priority, ...Priority[]] = ['person', 'person', 'export', 'export', 'counts', 'figures', 'freshness']
    const end = minuteMs
    let asked = 0
    const arrive = async (process: number) => {
      while (clock.now() < end) {
        await clock.sleep(random.int(4_000) * (random.chance(0.1) ? 10 : 1))
        for (let many = random.int(3); many > 0; many--) {
          asked += 1
          void simulation.call(process, random.pick(kinds), name === 'shopify' ? 10 + random.int(random.chance(0.1) ? 600 : 60) : 1)
        }
      }
    }
    for (let process = 0; process < 6; process++) void arrive(process)
    await simulation.run(20 * minuteMs)
    expect(counted.refused).toBe(0)
    expect(calls).toHaveLength(asked)
    await simulation.run(21 * minuteMs)
    expect(Object.values(simulation.state()?.holders ?? {}).every(({ held }) => held === 0)).toBe(true)
  })

  test.each(seeds)('processes that die lose only what they had reserved (seed %i)', async (seed) => {
    const simulation = simulate(seed, shop, 6)
    const { random, counted } = simulation
    for (let process = 0; process < 6; process++)
      for (let loop = 0; loop < 3; loop++) void simulation.keepCalling(process, 'export', page(random.int))
    for (let process = 1; process < 6; process++) {
      await simulation.run(process * minuteMs + random.int(5_000))
      simulation.kill(process)
    }
    await simulation.run(6 * minuteMs)
    const before = counted.spent
    await simulation.run(7 * minuteMs)
    expect(counted.refused).toBe(0)
    expect((counted.spent - before) / (shop.perSecond * 60)).toBeGreaterThan(0.9)
    expect(counted.lost).toBeLessThan(0.02 * shop.perSecond * 7 * 60)
  })

  test.each(seeds)('what others use is seen in the answers, also in refusals (seed %i)', async (seed) => {
    const simulation = simulate(seed, shop, 4, { isTerse: seed % 2 === 0 })
    const { random, clock, counted } = simulation
    for (let process = 0; process < 4; process++)
      for (let loop = 0; loop < 2; loop++) void simulation.keepCalling(process, 'export', page(random.int))
    // Between two answers, what is kept for people makes up for it.
    const takeQuarter = async () => {
      for (;;) {
        await clock.sleep(500)
        simulation.use(shop.perSecond / 8)
      }
    }
    void takeQuarter()
    await simulation.run(5 * minuteMs)
    expect(counted.refused).toBe(0)
    expect(counted.spent / (shop.perSecond * 5 * 60)).toBeGreaterThan(0.7)
  })

  test.each([false, true])('one refusal corrects the level for all, without a level in it too (%s)', async (isTerse) => {
    const simulation = simulate(1, shop, 4, { isTerse })
    const { random, counted } = simulation
    void simulation.call(0, 'export', 1)
    await simulation.run(minuteMs)
    // All at once, which no answer has told yet.
    simulation.use(shop.maximum)
    for (let process = 0; process < 4; process++) void simulation.keepCalling(process, 'export', page(random.int))
    await simulation.run(2 * minuteMs)
    // Those that were under way when the first one was refused.
    expect(counted.refused).toBeGreaterThan(0)
    expect(counted.refused).toBeLessThanOrEqual(8)
    const before = counted.refused
    await simulation.run(10 * minuteMs)
    expect(counted.refused).toBe(before)
    expect(counted.spent / (shop.perSecond * 10 * 60)).toBeGreaterThan(0.8)
  })

  test.each(seeds)('while the shared state is away, each keeps to a part, and all is shared again afterwards (seed %i)', async (seed) => {
    const simulation = simulate(seed, shop, 4)
    const { random, counted, calls } = simulation
    for (let process = 0; process < 4; process++) void simulation.keepCalling(process, 'export', page(random.int))
    await simulation.run(minuteMs)
    simulation.setAway(true)
    await simulation.run(3 * minuteMs)
    const before = counted.spent
    expect(calls.at(-1)?.at).toBeGreaterThan(2.7 * minuteMs)
    simulation.setAway(false)
    await simulation.run(6 * minuteMs)
    expect(counted.refused).toBe(0)
    expect((counted.spent - before) / (shop.perSecond * 3 * 60)).toBeGreaterThan(0.9)
  })

  test('who leaves the line frees the place, and who closes gives back what was reserved', async () => {
    const simulation = simulate(1, shop, 2)
    const { counted } = simulation
    const most = () => (name === 'shopify' ? 900 : 10)
    for (let loop = 0; loop < 6; loop++) void simulation.keepCalling(0, 'export', most)
    await simulation.run(minuteMs)
    const stop = new AbortController()
    const left = Array.from({ length: 20 }, () => simulation.call(1, 'person', most(), stop.signal).catch(() => {}))
    await simulation.run(minuteMs + 2_000)
    stop.abort(new Error('gone'))
    await simulation.run(minuteMs + 3_000)
    await Promise.all(left)
    const before = counted.spent
    await simulation.run(2 * minuteMs)
    expect(counted.refused).toBe(0)
    expect((counted.spent - before) / (shop.perSecond * 57)).toBeGreaterThan(0.8)
  })
})
