import { afterEach, beforeEach } from 'vitest'
import type { Shop } from '#server/platforms/port.ts'
import { createPlatforms, type Platforms } from '#server/platforms/registry.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

export type BothWays = {
  /** The sandbox of the present test. */
  sandbox: () => Sandbox
  /** The shop, read by bulk operations if pages take longer than this. `other`: in another sandbox. */
  shopWith: (bulkAfterMs: number, other?: Sandbox) => Shop
  /** The shop, read by bulk operations. */
  bulk: () => Shop
  /** The shop, read by pages. */
  paged: () => Shop
}

/** The shop in a sandbox that starts anew for each test of the file, to be read in both ways. */
export function bothWays(): BothWays {
  let sandbox: Sandbox
  const opened: Platforms[] = []
  beforeEach(async () => {
    sandbox = await startSandbox({ shops: [shopify.settings] })
    sandbox.tune({ costBucket: false })
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((platforms) => platforms.close()))
    await sandbox.close()
  })
  function shopWith(bulkAfterMs: number, { endpoints } = sandbox): Shop {
    const platforms = createPlatforms({ ...fakeClock(), endpoints, log: () => {}, bulkAfterMs })
    opened.push(platforms)
    return platforms.connect(shopify.connection)
  }
  return { sandbox: () => sandbox, shopWith, bulk: () => shopWith(0), paged: () => shopWith(Number.POSITIVE_INFINITY) }
}
