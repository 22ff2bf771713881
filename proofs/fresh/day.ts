// A day of changes in many shops: told, lost, told twice, out of order and by strangers, while shops are down and the server is killed.
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '#sandbox/catalogue/random.ts'
import type { SourceBug } from '../source-bug.ts'
import { openFreshEnvironment, type FreshEnvironment, type FreshShop } from './environment.ts'
import { startLooker, type Looker } from './looker.ts'
import { watchChanges } from './watch.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const outageMs = 4 * hourMs
/** How often the keeper looks where nothing happens. */
const lookMs = 2 * minuteMs

/** About how long the keeper reads what shops have told, in real time. */
const longestReadingMs = 40

/** `isCalm`: nothing is lost, killed, down or shown late, so that every change has to be seen at once. */
export type FreshDay = {
  stores: number
  changes: number
  hours: number
  kills: number
  /** The number of shops that are down for hours. */
  outages: number
  seed: number
  isCalm?: boolean
  stale?: number
  /** Default: the copies are compared with the shops in the night after. */
  hasNight?: boolean
  bug?: SourceBug | null
}
export type FreshResult = {
  told: number
  p99Ms: number
  late: number
  older: number
  forgedTaken: number
  kills: number
  differences: number
}

type Random = ReturnType<typeof randomFrom>

/** The seconds of the day at which each change happens, in ascending order. */
const timesOf = (random: Random, { changes, hours }: FreshDay): number[] =>
  Array.from({ length: changes }, () => random.int(hours * 3_600) * secondMs).toSorted((one, other) => one - other)

/** Eight of ten changes are edits. Returns the product, and its time; null: it is gone. */
function change({ sandbox }: FreshEnvironment, { host }: FreshShop, random: Random, number: number) {
  const trade = sandbox.trade(host)
  const { products } = trade.catalogue()
  const known = products[random.int(products.length)]
  const kind = random.int(10)
  if (known && kind === 0 && products.length > 30) {
    trade.removeProduct(known.id)
    return { id: known.id, updatedAt: null }
  }
  return trade.saveProduct(kind === 1 || !known ? null : known, { title: `Change ${number}` })
}

/** Sends a message that has arrived before once more, as somebody could who has listened. */
async function replay({ sandbox }: FreshEnvironment, { host }: FreshShop, random: Random, url: string) {
  const { sent } = sandbox.trade(host).webhooks
  const one = sent[random.int(sent.length)]
  if (one) await fetch(url + one.message.path, { method: 'POST', headers: one.message.headers, body: one.message.body }).catch(() => null)
}

export async function runDay(day: FreshDay): Promise<FreshResult> {
  const { stores, hours, kills, outages, seed, isCalm = false, stale = isCalm ? 0 : 0.002, hasNight = true, bug = null } = day
  await using environment = await openFreshEnvironment(stores)
  const { sandbox, shops } = environment
  const random = randomFrom(seed)
  const began = Math.ceil(Date.now() / secondMs) * secondMs + minuteMs
  const watch = watchChanges(environment)
  let now = began
  let killed = 0

  async function start() {
    const started = await startLooker({ ...environment.instruction, now }, bug)
    sandbox.tune({ webhooks: { target: started.url } })
    return started
  }
  function setTime(to: number) {
    now = to
    environment.setClocks(now)
  }
  environment.setClocks(now)
  let looker: Looker = await start()
  /** Shops tell while the keeper reads, as they do. */
  async function turn(isKilled = false) {
    const startedAt = performance.now()
    const [isThere] = await Promise.all([
      looker.look(now),
      ...shops.map(async (shop) => {
        // A calm day shows nothing but what comes during a reading, which begins sooner on one machine and later on another.
        if (isCalm) await pause(random.int(longestReadingMs))
        watch.sent(shop, await sandbox.trade(shop.host).webhooks.deliver())
      }),
      ...(isKilled ? [pause(random.int(20)).then(() => looker.kill())] : []),
    ])
    if (isKilled || !isThere) {
      killed += 1
      await looker[Symbol.asyncDispose]()
      looker = await start()
    }
    await watch.look(now, performance.now() - startedAt)
  }

  await turn()
  sandbox.tune({ webhooks: isCalm ? {} : { lost: 0.05, doubled: 0.05, isShuffled: true, forged: 0.02 }, staleReads: stale })

  const downs = shops
    .slice(0, outages)
    .map((shop, place) => ({ shop, from: began + ((place + 1) * hours * hourMs) / 5, end: null as (() => void) | null }))
  const isDown = ({ storeId }: FreshShop) =>
    downs.some(({ shop, from }) => shop.storeId === storeId && now >= from && now < from + outageMs)
  const times = timesOf(random, day)
  const killAt = new Set(Array.from({ length: kills }, (_, n) => Math.floor(((n + 1) * times.length) / (kills + 1))))
  let done = 0
  /** The next second in which anything happens: a change, or the next while one is waited for, or that of a look by the clock. */
  const following = (time: number) =>
    Math.min(
      times[done] ?? Number.POSITIVE_INFINITY,
      watch.isWaiting() ? time + secondMs : Number.POSITIVE_INFINITY,
      (Math.floor(time / lookMs) + 1) * lookMs,
    )

  for (let time = 0; time <= hours * hourMs; time = Math.max(following(time), time + secondMs)) {
    setTime(began + time)
    for (const down of downs) {
      if (isDown(down.shop)) down.end ??= sandbox.faults.add({ kind: 'status', status: 503, shop: down.shop.host })
      else if (down.end) {
        down.end()
        down.end = null
      }
    }
    let isKilled = false
    while ((times[done] ?? Number.POSITIVE_INFINITY) <= time) {
      const shop = shops[random.int(shops.length)]
      if (!shop) break
      const { id, updatedAt } = change(environment, shop, random, done)
      watch.changed(shop, id, updatedAt, now)
      isKilled ||= killAt.has(done)
      if (!isCalm && random.chance(0.02)) await replay(environment, shop, random, looker.url)
      done += 1
    }
    await turn(isKilled)
    for (const shop of shops) if (isDown(shop)) watch.giveUp(shop)
  }

  sandbox.faults.clear()
  sandbox.tune({ webhooks: { lost: 0, doubled: 0, forged: 0, isShuffled: false }, staleReads: 0 })
  // The night of every shop, and the retries of what was not accepted.
  for (const end = now + (hasNight ? dayMs + 2 * hourMs : 0); now < end;) {
    setTime(now + 30 * minuteMs)
    await turn()
  }
  const delays = watch.delays.toSorted((one, other) => one - other)
  const differences = await environment.differences()
  await looker[Symbol.asyncDispose]()
  return { ...watch.counts, p99Ms: delays[Math.floor(delays.length * 0.99)] ?? 0, kills: killed, differences }
}

export const isFresh = ({ p99Ms, older, forgedTaken, differences }: FreshResult): boolean =>
  p99Ms <= 3_000 && older + forgedTaken + differences === 0
