import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Platform } from '#shared/platforms.ts'
import { keptTime } from '#server/platforms/kept-time.ts'
import { parseExact } from '#server/platforms/shopbase/exact-json.ts'

/**
 * The headers of a shop's message: the base64 HMAC-SHA256 of its body, and the shop that it comes from. Only the body is signed (shopify.dev,
 * "Verify webhook deliveries"; developers.shopbase.com, "Using webhooks").
 */
export const deliveryHeaders: Record<Platform, { signature: string; domain: string }> = {
  shopify: { signature: 'x-shopify-hmac-sha256', domain: 'x-shopify-shop-domain' },
  shopbase: { signature: 'x-shopbase-hmac-sha256', domain: 'x-shopbase-shop-domain' },
}

/** Compares in the same time, whatever is given. */
export function isSignedWith(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  const isWhole = given.length === expected.length
  return timingSafeEqual(expected, isWhole ? given : Buffer.alloc(expected.length)) && isWhole
}

const Body = z.object({
  id: z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,19}$/)]).transform(String),
  updated_at: z.union([z.string(), z.number()]).nullish(),
})

/** The product that a message is about, and when it was last changed, by the shop's clock. null: it is about none. */
export function toldProduct(body: Buffer): { productId: string; changedAt: number | null } | null {
  let json: unknown
  try {
    json = parseExact(body.toString())
  } catch {
    return null
  }
  const told = Body.safeParse(json)
  if (!told.success) return null
  const { id, updated_at: updatedAt } = told.data
  const time = typeof updatedAt === 'number' ? updatedAt * 1_000 : Date.parse(updatedAt ?? '')
  return { productId: id, changedAt: keptTime(time) }
}
