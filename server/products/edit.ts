import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import type { ProductCreateRequest, ProductUpdateRequest } from '#shared/product-edit.ts'
import type { Product, ProductStatus } from '#shared/products.ts'
import type { Deps } from '#server/deps.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'

function assertStatus({ platform }: StoreRow, status: ProductStatus | undefined) {
  const { label, hasArchive } = traits[platform]
  if (hasArchive || status !== 'archived') return
  const message = messages.products.cannotArchive(label)
  throw new AppError('INVALID_INPUT', message, { issues: [{ path: 'status', message }] })
}

/** Makes a product in the shop. Throws INVALID_INPUT, and what the shop refuses with. It is tried once: trying again might make two. */
export function createProduct(
  deps: Deps,
  store: StoreRow,
  { storeId: _storeId, ...draft }: ProductCreateRequest,
  signal: AbortSignal,
): Promise<Product> {
  assertStatus(store, draft.status)
  return shopOf(deps, store).createProduct(draft, { signal })
}

/** Changes what is given of a product. Throws NOT_FOUND, INVALID_INPUT, and what the shop refuses with. */
export async function updateProduct(
  deps: Deps,
  store: StoreRow,
  { storeId: _storeId, productId, ...change }: ProductUpdateRequest,
  signal: AbortSignal,
): Promise<Product> {
  assertStatus(store, change.status)
  const product = await shopOf(deps, store).updateProduct(productId, change, { signal })
  if (!product) throw new AppError('NOT_FOUND', messages.products.notFound)
  return product
}
