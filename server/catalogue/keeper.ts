import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { AppError } from '#shared/errors.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import type { Deps } from '#server/deps.ts'
import { dropCopies, dropUnwanted } from '#server/catalogue/dropping.ts'
import {
  claimCopy,
  dueCopies,
  noteCopy,
  releaseCopy,
  releaseRead,
  renewClaim,
  type Claim,
  type ClaimedCopy,
  type CopyRow,
} from '#server/catalogue/repo.ts'
import { findCatalogueOn } from '#server/catalogue/setting-repo.ts'
import { endUnwanted, keepSubscribed } from '#server/catalogue/subscribing.ts'
import { noteNotTelling } from '#server/catalogue/telling-repo.ts'
import { shopOfCopy, visitStore } from '#server/catalogue/visit.ts'
import { patience } from '#server/platforms/retry.ts'
import { isCopyRefused, toFailure } from '#server/procedure/failure.ts'
import { activeStores, findStore, shopOf } from '#server/stores/service.ts'

export type KeeperOptions = { findMs?: number; leaseMs?: number; heartbeatMs?: number }

/** Keeps the copy of the stores' catalogues up to date. Any number of processes share the work, a store at a time. */
export type CatalogueKeeper = {
  start(): void
  /** Drops what is not wanted, reads every store that is due, and returns when none is. */
  drain(): Promise<void>
  /** Begins with no more stores, and breaks off those that are being read. */
  stop(): Promise<void>
}

const { lookEveryMs, leaseMs: usualLeaseMs, storesAtOnce, fillsAtOnce, maxPauseMs } = catalogueLimits.copy
const defaults = { findMs: 500, leaseMs: usualLeaseMs, heartbeatMs: usualLeaseMs / 3 }
const dropEveryMs = 60_000
/** The database is asked again whether a copy may be kept. */
const refusedMs = 60_000

/** The pause after so many failures in a row. */
const pauseAfter = (failures: number) => Math.min(lookEveryMs * 2 ** Math.min(failures - 1, 10), maxPauseMs)

/** The currency of each active store, as it is at the moment. */
const currenciesNow = async (deps: Deps) => new Map((await activeStores(deps)).map(({ id, currency }) => [id, currency]))

/** The copy, whose writes are counted. */
const countingCopy = ({ catalogue, metrics }: Pick<Deps, 'catalogue' | 'metrics'>): CatalogueCopy => ({
  ...catalogue,
  async write(...given) {
    const count = await catalogue.write(...given)
    metrics.productsCopied(count)
    return count
  },
})

/** The reason why the reading of a store ends early. */
class Lost extends Error {}

export function createCatalogueKeeper(deps: Deps, given: KeeperOptions = {}): CatalogueKeeper {
  const { findMs, leaseMs, heartbeatMs } = { ...defaults, ...given }
  const { database, sharedClock, log, metrics } = deps
  const catalogue = countingCopy(deps)
  const { db } = database
  const stopping = new AbortController()
  /** The stores being read, and whether their copies are complete. */
  const running = new Map<string, { isFilled: boolean; run: Promise<void> }>()
  let loop: Promise<void> | undefined
  let ending: Promise<void> | undefined
  let dropAgainAt = Number.NEGATIVE_INFINITY
  let isAway = false
  let idleMs = findMs

  /** Renews the lease until `stop`. Its signal aborts once the store is lost, or the keeper stops. */
  function keepClaim(claim: Claim) {
    const losing = new AbortController()
    const assertOwned = async () => {
      losing.signal.throwIfAborted()
      if (!(await renewClaim(db, claim, sharedClock, leaseMs)))
        losing.abort(new Lost('another keeper has the store, or its copy is not wanted'))
      losing.signal.throwIfAborted()
    }
    const timer = setInterval(() => void assertOwned().catch(() => {}), heartbeatMs)
    timer.unref()
    return { assertOwned, signal: AbortSignal.any([losing.signal, stopping.signal]), stop: () => clearInterval(timer) }
  }

  async function noteFailure(claim: Claim, row: CopyRow, error: unknown) {
    const failures = row.failures + 1
    if (!(error instanceof AppError)) log.error({ err: error, store: claim.storeId }, 'a catalogue could not be read')
    await noteCopy(db, claim, { problem: toFailure(error).message, failures })
    await releaseCopy(db, claim, sharedClock, pauseAfter(failures))
  }

  async function read(claim: Claim, row: ClaimedCopy, copy: string) {
    // Keepers on other machines compare what they read with what this one writes, so all of them go by one clock.
    const aheadMs = row.claimedAt - deps.now()
    const now = () => Math.round(deps.now() + aheadMs)
    const store = await findStore(deps, claim.storeId)
    if (!store?.active) return
    // The copy of another shop.
    if (row.shop !== null && row.shop !== shopOfCopy(store)) {
      await noteNotTelling(db, store.id)
      return dropCopies(deps, [store.id], { withChanges: true })
    }
    const { assertOwned, signal, stop } = keepClaim(claim)
    try {
      // With a reason to wait for, calls are not shared with others, which may have begun before.
      const shop = shopOf(deps, store, { patience: patience.freshness, onWait: () => {} })
      const reading = { storeId: store.id, currency: store.currency, shop, catalogue, now, assertOwned, signal }
      const lookInMs = await visitStore({ ...deps, now }, reading, { store, row, claim, copy })
      await keepSubscribed({ ...deps, now }, { store, row, claim }, { shop, signal })
      await releaseRead(db, claim, sharedClock, { dueAt: row.dueAt, dueInMs: lookInMs })
      metrics.catalogueVisit('read')
    } catch (error) {
      metrics.catalogueVisit(stopping.signal.aborted ? 'stopped' : error instanceof Lost ? 'lost' : 'failed')
      if (stopping.signal.aborted) await releaseCopy(db, claim, sharedClock, 0)
      else if (!(error instanceof Lost)) await noteFailure(claim, row, error)
    } finally {
      stop()
    }
  }

  /** Compares the codes that were written with those of other stores. */
  async function judge() {
    // With currencies of before, a turn would undo what another one has begun for those of now.
    while (!stopping.signal.aborted && (await catalogue.judge(await currenciesNow(deps)))) await setImmediate()
  }

  async function claimAndRead(storeId: string) {
    const claim = { storeId, owner: crypto.randomUUID() }
    const copy = await catalogue.identity()
    const row = await claimCopy(db, claim, { clock: sharedClock, leaseMs, copy })
    if (!row) return
    await read(claim, row, copy)
    await judge()
  }

  const fills = () => [...running.values()].filter(({ isFilled }) => !isFilled).length

  /** Begins to read as many stores as there are free places. Returns whether it began any. */
  async function begin(): Promise<boolean> {
    if (running.size >= storesAtOnce || stopping.signal.aborted || !(await findCatalogueOn(db))) return false
    let isAny = false
    for (const { storeId, isFilled } of await dueCopies(db, sharedClock, await catalogue.identity())) {
      if (running.size >= storesAtOnce || stopping.signal.aborted) break
      if (running.has(storeId) || (!isFilled && fills() >= fillsAtOnce)) continue
      isAny = true
      const run = claimAndRead(storeId)
        .catch((error: unknown) =>
          log.error({ err: error, store: storeId }, 'a catalogue could not be looked after; its lease will run out'),
        )
        .finally(() => running.delete(storeId))
      running.set(storeId, { isFilled, run })
    }
    return isAny
  }

  /** Shops may take long, so that nothing waits for it. */
  const endOthers = () =>
    (ending ??= endUnwanted(deps, stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, 'subscriptions of shops could not be ended'))
      .finally(() => (ending = undefined)))

  async function drop() {
    if (deps.now() < dropAgainAt) return
    // First, because the database may refuse to drop.
    void endOthers()
    await dropUnwanted(deps)
    dropAgainAt = deps.now() + dropEveryMs
  }

  const ends = () => [...running.values()].map(({ run }) => run)

  async function turn() {
    try {
      await drop()
      await begin()
      isAway = false
      idleMs = findMs
    } catch (error) {
      // Logged once, because it is repeated every few seconds.
      if (!isAway) log.error(error, 'the catalogues could not be looked after')
      isAway = true
      idleMs = isCopyRefused(error) ? refusedMs : findMs
    }
  }

  return {
    start() {
      loop = (async () => {
        // The first look waits, too: a process that starts has more urgent work.
        for (;;) {
          const idle = pause(idleMs, undefined, { signal: stopping.signal }).catch(() => {})
          // The end of a reading frees a place at once.
          await (running.size >= storesAtOnce ? Promise.race([idle, ...ends()]) : idle)
          if (stopping.signal.aborted) return
          await turn()
        }
      })()
    },
    async drain() {
      await dropUnwanted(deps)
      await endOthers()
      while ((await begin()) || running.size > 0) if (running.size > 0) await Promise.race(ends())
    },
    async stop() {
      stopping.abort(new Error('The server stops.'))
      await loop
      await Promise.allSettled([...ends(), ending])
    },
  }
}
