import { z } from 'zod'

/** The number of products or orders that match; null where a shop cannot count them. */
export const CountResponse = z.object({ count: z.int().nullable() })
export type CountResponse = z.infer<typeof CountResponse>
