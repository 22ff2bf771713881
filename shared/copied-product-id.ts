import { z } from 'zod'

/** A product of the copy: the id of its store and its own, joined by a colon. */
export const CopiedProductId = z.string().regex(/^[^:]{1,64}:\d{1,20}$/)
