// The environment of the trials: one sandbox, and several parallel workers with three servers each.
import { openDeadEnds } from '#sandbox/dead-ends.ts'
import { startSandbox } from '#sandbox/start.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { everyDeadEnd, FAST, lostShop, nothingKnown, proofShop, secrets, type Fixture } from './fixture.ts'
import { openProofServer, type ProofServer } from './server.ts'

export type FaultEnvironment = {
  fixtures: readonly Fixture[]
  /** The secrets in the servers' logs. */
  leaked(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

const shopsOf = (label: string): Record<Platform, ShopSettings> => ({
  shopify: proofShop('shopify', label),
  shopbase: proofShop('shopbase', label),
})

export async function openFaultEnvironment(lanes: number): Promise<FaultEnvironment> {
  await using opened = new AsyncDisposableStack()
  const labels = Array.from({ length: lanes }, (_, lane) => `lane-${lane + 1}`)
  const all = labels.map(shopsOf)
  const shops = all.flatMap((lane) => platforms.map((platform) => lane[platform]))
  const sandbox = await startSandbox({ shops })
  opened.defer(() => sandbox.close())
  sandbox.tune({ costBucket: false, callBucket: false })
  sandbox.sheets.tune({ quota: false })
  const ends = await openDeadEnds()
  opened.defer(() => ends.close())
  const { account, endpoint: sheetsEndpoint, tokenEndpoint } = sandbox.sheets
  const google = { account, sheetsEndpoint, tokenEndpoint }
  const lost = Object.fromEntries(everyDeadEnd.map((dead) => [lostShop(dead).host, ends[dead]]))
  const common = { shops: [...shops, ...everyDeadEnd.map(lostShop)], endpoints: { ...sandbox.endpoints, ...lost }, google }
  const servers: ProofServer[] = []
  const fixtures: Fixture[] = []
  for (const [lane, document] of labels.entries()) {
    // Each parallel worker has its own servers: a trial advances their clocks by days, and a server remembers a shop's outage.
    const people = opened.use(await openProofServer(common))
    const pages = opened.use(await openProofServer({ ...common, speed: FAST }))
    const bulk = opened.use(await openProofServer({ ...common, speed: FAST, bulkAfterMs: 0 }))
    servers.push(people, pages, bulk)
    const ownShops = all[lane] ?? shopsOf(document)
    fixtures.push({ sandbox, deadEnds: ends, people, pages, bulk, document, shops: ownShops, known: nothingKnown() })
  }
  const canaries = { ...secrets, 'Google key': account.private_key.split('\n')[3] ?? '', 'Google token': 'ya29.' }
  const kept = opened.move()
  return {
    fixtures: fixtures,
    leaked() {
      const log = servers.flatMap(({ logged }) => logged).join('')
      return Object.entries(canaries).flatMap(([name, secret]) => (log.includes(secret) ? name : []))
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
