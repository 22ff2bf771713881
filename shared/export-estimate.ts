import { z } from 'zod'

/**
 * The number of products or orders that an export would read, and the approximate time to read them page by page, as a download does. Null
 * if a shop cannot count them.
 */
export const ExportEstimate = z.object({ items: z.int().nullable(), seconds: z.int().nullable() })
export type ExportEstimate = z.infer<typeof ExportEstimate>
