import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { isMetafieldColumn, metafieldName, type MetafieldDefinition } from '#shared/metafields.ts'
import { traits } from '#shared/platforms.ts'
import type { ProductColumn } from '#shared/product-fields.ts'
import type { Store } from '#shared/stores.ts'

/** The metafields that a store's shop defines, and a sentence about those that are missing, or empty. `isNeeded`: whether the screen needs them. */
export function useMetafields(
  { id: storeId, platform }: Store,
  chosen: readonly ProductColumn[],
  isNeeded: boolean,
): { metafields: readonly MetafieldDefinition[]; note: string } {
  const { data, error } = api.products.metafields.useQuery(
    { storeId },
    {
      enabled: traits[platform].hasMetafields && (isNeeded || chosen.some(isMetafieldColumn)),
      staleTime: limits.metadataCacheMs,
      gcTime: limits.metadataCacheMs,
    },
  )
  if (error) return { metafields: [], note: say(error, messages.export.metafieldsFailed) }
  if (!data) return { metafields: [], note: '' }
  const known = new Set<ProductColumn>(data.metafields.map(({ column }) => column))
  const unknown = chosen.filter(isMetafieldColumn).filter((column) => !known.has(column))
  return { metafields: data.metafields, note: unknown.length > 0 ? messages.export.metafieldsUnknown(unknown.map(metafieldName)) : '' }
}
