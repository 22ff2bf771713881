import { z } from 'zod'

/** The number of matching products or orders. Null if a shop cannot count them. */
export const CountResponse = z.object({ count: z.int().nullable() })
export type CountResponse = z.infer<typeof CountResponse>
