import { z } from 'zod'

/** A mail before it is composed. */
export const Message = z.object({ to: z.email(), subject: z.string(), text: z.string() })
export type Message = z.infer<typeof Message>
