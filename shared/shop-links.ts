import type { Platform } from '#shared/platforms.ts'

type Page = 'products' | 'orders'
type Shop = { platform: Platform; /** A bare host. */ domain: string }

/** The address of a shop's admin, without a path. Shopify has one host for all shops, which names them by their subdomain. */
const admins: Record<Platform, (domain: string) => string> = {
  shopify: (domain) => `https://admin.shopify.com/store/${domain.split('.')[0] ?? ''}`,
  shopbase: (domain) => `https://${domain}/admin`,
}

/** A product or an order in the shop's own admin. `id`: the platform's id. */
export const adminLink = ({ platform, domain }: Shop, page: Page, id: string): string => `${admins[platform](domain)}/${page}/${id}`

/** A product as the shop's customers see it, where the platform does not tell the address. It redirects to the shop's own domain. */
export const storefrontLink = (domain: string, handle: string): string => `https://${domain}/products/${encodeURIComponent(handle)}`
