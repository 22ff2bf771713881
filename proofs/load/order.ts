import { z } from 'zod'

/** What a generator sends: the mix of signed-in people, sign-ins with unknown addresses, or lists of the products of several stores. */
export const Kind = z.enum(['mix', 'signIns', 'catalogue'])

/**
 * The instruction of a generator. `perSecond` null: as many as 32 callers get answered, each with one call at a time. `storeIds`: each list is of all
 * of them but two, so that no two are the same. Default: lists are of all stores.
 */
export const LoadOrder = z.object({
  url: z.string(),
  kind: Kind,
  tokens: z.array(z.string()),
  perSecond: z.number().nullable(),
  seconds: z.number(),
  storeIds: z.array(z.string()).optional(),
})
export type LoadOrder = z.infer<typeof LoadOrder>

const Times = z.object({ count: z.int(), p50: z.number(), p99: z.number(), max: z.number() })
export type Times = z.infer<typeof Times>

/** What came of it. Milliseconds are counted from the time at which a call was due, not from the time at which it could be sent. */
export const LoadResult = z.object({
  seconds: z.number(),
  answered: Times,
  /** 503 and 429 with Retry-After. */
  refused: Times,
  /** Everything else, such as a connection that broke or a refusal without Retry-After. */
  errors: z.record(z.string(), z.int()),
})
export type LoadResult = z.infer<typeof LoadResult>
