import type { Platform } from '#shared/platforms.ts'
import type { Approvals } from '#server/platforms/approvals.ts'
import { machineClock, type Clock } from '#server/platforms/clock.ts'
import { machineLookup, type Lookup } from '#server/platforms/guard.ts'
import type { CallEnd } from '#server/platforms/call-end.ts'
import type { SharedBudgets } from '#server/platforms/shared-bucket.ts'
import { createHttp, type Budget, type Circuit, type Log, type ShopOptions } from '#server/platforms/http.ts'
import type { Connect, Connection, Shop } from '#server/platforms/port.ts'
import { connectShopbase } from '#server/platforms/shopbase/connector.ts'
import { shopifyApprovals } from '#server/platforms/shopify/approvals.ts'
import { shopifyConnector } from '#server/platforms/shopify/connector.ts'

export type PlatformOptions = Partial<Clock> & {
  /** Host to base URL: redirects the traffic of only these shops, without the guard on addresses. `*`: of all others. */
  endpoints: Readonly<Record<string, string>>
  log: Log
  lookup?: Lookup
  /** Called at the end of each attempt that was sent to a shop. */
  onCall?: ((end: CallEnd) => void) | undefined
  /** Shopify exports whose pages would wait longer than this for the rate limit run as bulk operations. */
  bulkAfterMs?: number | undefined
  /** The rate limits as all processes share them. Default: this process has them for itself. */
  budgets?: SharedBudgets | undefined
}

/** All shops behind one interface. Connections to one shop share its sockets, rate limit and tokens. */
export type Platforms = {
  connect(connection: Connection, options?: ShopOptions): Shop
  /** The platforms whose merchants approve apps. */
  approvals: Partial<Record<Platform, Approvals>>
  /** What is left of the rate limits of the saved stores' shops, where it is known. */
  budgets(): Budget[]
  /** Which of the saved stores' shops count as down. */
  circuits(): Circuit[]
  close: () => Promise<void>
}

export function createPlatforms({
  endpoints,
  log,
  lookup = machineLookup,
  bulkAfterMs,
  onCall,
  budgets,
  ...time
}: PlatformOptions): Platforms {
  const clock = { ...machineClock, ...time }
  const http = createHttp({ endpoints, log, clock, lookup, onCall, budgets })
  const connectors: { [P in Platform]: Connect<P> } = { shopify: shopifyConnector(clock, log, bulkAfterMs), shopbase: connectShopbase }

  function connect<P extends Platform>(connection: Connection<P>, options?: ShopOptions): Shop {
    const { platform, domain, name } = connection
    return connectors[platform](connection, http.shop(platform, domain, name, options))
  }
  return {
    connect,
    approvals: { shopify: shopifyApprovals(http) },
    budgets: () => http.budgets(),
    circuits: () => http.circuits(),
    close: http.close,
  }
}
