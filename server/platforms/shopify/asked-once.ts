/** A question to a shop. */
export type ShopQuestion<Answer> = (signal?: AbortSignal) => Promise<Answer>

/** Requests the answer once and caches it. A failure is not cached. */
export function askedOnce<Answer>(ask: ShopQuestion<Answer>): ShopQuestion<Answer> {
  let known: Promise<Answer> | null = null
  return (signal) => {
    known ??= ask(signal).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}
