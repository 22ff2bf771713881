import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { limits } from '#shared/limits.ts'
import { marketMessages } from '#shared/market-messages.ts'
import { isMarketColumn, marketHandles, marketHeader } from '#shared/market-columns.ts'
import type { Market } from '#shared/markets.ts'
import { traits } from '#shared/platforms.ts'
import type { ProductColumn } from '#shared/product-fields.ts'
import type { Store } from '#shared/stores.ts'

/** The markets of a store's shop, and a sentence about chosen ones that are missing, or empty. `isNeeded`: whether the screen needs them. */
export function useMarkets(
  { id: storeId, platform }: Store,
  columns: readonly ProductColumn[],
  isNeeded: boolean,
): { markets: readonly Market[]; note: string } {
  const chosen = columns.filter(isMarketColumn)
  const { data, error } = api.products.markets.useQuery(
    { storeId },
    {
      enabled: traits[platform].hasMarkets && (isNeeded || chosen.length > 0),
      staleTime: limits.metadataCacheMs,
      gcTime: limits.metadataCacheMs,
    },
  )
  if (error) return { markets: [], note: say(error, marketMessages.failed) }
  if (!data) return { markets: [], note: '' }
  const { markets, isHidden } = data
  if (isHidden) return { markets, note: chosen.length > 0 ? marketMessages.hidden(chosen.map((column) => marketHeader(column))) : '' }
  const unknown = marketHandles(chosen).filter((handle) => !markets.some((market) => market.handle === handle))
  return { markets, note: unknown.length > 0 ? marketMessages.unknown(unknown) : '' }
}
