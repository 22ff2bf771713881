import type { ProductField } from '#shared/product-fields.ts'
import { AppError } from '#shared/errors.ts'
import { patience } from '#server/platforms/retry.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { costProbe } from '#server/platforms/shopify/documents.ts'

/** What an app may lack although its scopes suffice (recorded answer; shopify.dev, "InventoryItem.unitCost"). */
const PERMISSION = 'view product costs'

async function probe(client: Client, signal?: AbortSignal): Promise<boolean> {
  try {
    await client.raw(costProbe, {}, { patience: patience.interactive, signal })
    return true
  } catch (error) {
    if (error instanceof AppError && error.cause === PERMISSION) return false
    throw error
  }
}

/** Whether a shop shows what its products cost it. It is asked once by a connection, unless that fails. */
export type SeesCosts = (signal?: AbortSignal) => Promise<boolean>

export function seesCostsOf(client: Client): SeesCosts {
  let known: Promise<boolean> | null = null
  return (signal) => {
    known ??= probe(client, signal).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

/** Those of the fields whose values the shop keeps from us. Nothing is asked where no field needs it. */
export async function hiddenFields(fields: readonly ProductField[], seesCosts: SeesCosts, signal?: AbortSignal): Promise<ProductField[]> {
  const costly = fields.filter((field) => field === 'Cost per item')
  return costly.length === 0 || (await seesCosts(signal)) ? [] : costly
}
