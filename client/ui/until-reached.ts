import { PartMissing } from '#client/load-part.ts'
import { isUnfetched } from '#client/unfetched.ts'

/** How soon what did not come is loaded again, if the connection does not come back before. */
const againMs = 5_000

/**
 * Loads a part of what is shown until it has come: its failure would take the rest of the screen away. Rejects where the part itself is
 * missing or fails. Nothing that a person asked for may wait like this, because it would happen after they gave up.
 */
export async function untilReached<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (error instanceof PartMissing || !isUnfetched(error)) throw error
      await new Promise<unknown>((resolve) => {
        addEventListener('online', resolve, { once: true })
        setTimeout(resolve, againMs)
      })
    }
  }
}
