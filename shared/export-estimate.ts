import { z } from 'zod'

/** How many products or orders an export would read, and about how long that takes page by page, as a download does; null where a shop cannot count them. */
export const ExportEstimate = z.object({ items: z.int().nullable(), seconds: z.int().nullable() })
export type ExportEstimate = z.infer<typeof ExportEstimate>
