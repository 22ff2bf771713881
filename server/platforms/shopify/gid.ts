/** The number at the end of `gid://shopify/Product/8971842846953`. Users see it, and REST uses it. */
export function numberOf(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1)
}

export function productGid(id: string): string {
  return `gid://shopify/Product/${id}`
}

export function orderGid(id: string): string {
  return `gid://shopify/Order/${id}`
}

export function variantGid(id: string): string {
  return `gid://shopify/ProductVariant/${id}`
}

export function imageGid(id: string): string {
  return `gid://shopify/MediaImage/${id}`
}
