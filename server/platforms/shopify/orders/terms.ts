import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { shopCheck } from '#server/platforms/shopify/documents.ts'
import { askedOnce, type ShopQuestion } from '#server/platforms/shopify/asked-once.ts'
import { grantedBy } from '#server/platforms/shopify/scopes.ts'
import { ShopCheckData } from '#server/platforms/shopify/wire.ts'
import type { OrderParts } from './parts.ts'

/** The scope for payment terms (shopify.dev, "PaymentTerms"). The product works without it. */
const TERMS = 'read_payment_terms'

/** Whether the shop shows payment terms to us. A connection requests it once, and notes what is hidden. */
export function seesTermsOf(client: ShopifyClient): ShopQuestion<boolean> {
  return askedOnce(async (signal) => {
    const answer = await client.ask(shopCheck, ShopCheckData, {}, { patience: patience.interactive, signal })
    const sees = grantedBy(answer)(TERMS)
    if (!sees) client.noteWithheld('termsScope')
    return sees
  })
}

/** The parts without the payment terms where the shop hides them. Makes a request only where a column needs them. */
export async function visibleParts(parts: OrderParts, seesTerms: ShopQuestion<boolean>, signal?: AbortSignal): Promise<OrderParts> {
  return parts.terms && !(await seesTerms(signal)) ? { ...parts, terms: false } : parts
}
