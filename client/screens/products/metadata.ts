import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'

/** The store's tags, types and collections. `enabled`: whether the screen needs them. */
export const useMetadata = (storeId: string, enabled: boolean) =>
  api.products.metadata.useQuery({ storeId }, { enabled, staleTime: limits.metadataCacheMs, gcTime: limits.metadataCacheMs })
export type Metadata = ReturnType<typeof useMetadata>
