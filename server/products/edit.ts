import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import type { ProductCreateRequest, ProductUpdateRequest } from '#shared/product-edit.ts'
import type { ProductDetail } from '#shared/product-detail.ts'
import { productMessages } from '#shared/product-messages.ts'
import type { ProductStatus } from '#shared/products.ts'
import type { Deps } from '#server/deps.ts'
import { shopTime } from '#server/catalogue/copied.ts'
import { hintAtOwnChange } from '#server/catalogue/hinting.ts'
import { mayHaveArrived } from '#server/platforms/unanswered.ts'
import { changeOf } from '#server/products/change.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

function assertStatus({ platform }: StoreRow, status: ProductStatus | undefined) {
  const { label, hasArchive } = traits[platform]
  if (!hasArchive && status === 'archived') refuseField('status', messages.products.cannotArchive(label))
}

/**
 * Creates a product in the shop. Throws INVALID_INPUT and the shop's errors. The call is not retried, because a retry might create a second
 * product.
 */
export async function createProduct(
  deps: Deps,
  store: StoreRow,
  { storeId: _storeId, ...draft }: ProductCreateRequest,
  signal: AbortSignal,
): Promise<ProductDetail> {
  assertStatus(store, draft.status)
  try {
    const product = await shopOf(deps, store).createProduct(draft, { signal })
    await hintAtOwnChange(deps, store.id, { productId: product.id, changedAt: shopTime(product.updatedAt) })
    return product
  } catch (error) {
    if (!mayHaveArrived(error) || error.mayBeDone) throw error
    throw new AppError(error.code, productMessages.perhapsCreated(error.message), { cause: error, mayBeDone: true })
  }
}

/** One complete product. Throws NOT_FOUND and the connector's errors. */
export async function getProduct(deps: Deps, store: StoreRow, productId: string, signal: AbortSignal): Promise<ProductDetail> {
  const product = await shopOf(deps, store).product(productId, { signal })
  if (!product) throw notFound('Product')
  return product
}

/** The platforms have no conditional writes, so the product is compared directly before the write. */
function assertUnchanged({ updatedAt }: ProductDetail, expected: string | undefined) {
  if (expected === undefined || (updatedAt !== null && Date.parse(updatedAt) <= Date.parse(expected))) return
  throw new AppError('CONFLICT', productMessages.changedSince(updatedAt))
}

/**
 * Changes the given fields of a product. Throws NOT_FOUND, INVALID_INPUT, WOULD_REMOVE, CONFLICT where the product is newer than expected,
 * and the shop's errors.
 */
export async function updateProduct(
  deps: Deps,
  store: StoreRow,
  { storeId: _storeId, productId, expectedUpdatedAt, ...patch }: ProductUpdateRequest,
  signal: AbortSignal,
): Promise<ProductDetail> {
  assertStatus(store, patch.status)
  const before = await getProduct(deps, store, productId, signal)
  assertUnchanged(before, expectedUpdatedAt)
  const change = changeOf(before, patch)
  try {
    const product = await shopOf(deps, store).updateProduct(productId, change, { signal })
    if (!product) throw notFound('Product')
    return product
  } finally {
    // Also after a failure: the shop may have changed the product, or a part of it.
    await hintAtOwnChange(deps, store.id, { productId, changedAt: null })
  }
}
