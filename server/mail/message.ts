import type { Readable } from 'node:stream'
import { z } from 'zod'

/** A mail before it is composed. */
export const Message = z.object({ to: z.email(), subject: z.string(), text: z.string() })
export type Message = z.infer<typeof Message>

/** A mail to several people that is delivered at once. `messageId` is the same in all attempts, so that mail programs show it once. */
export type Letter = {
  to: readonly string[]
  /** Who gets it now. Default: everybody in `to`. */
  recipients?: readonly string[]
  subject: string
  text: string
  messageId: string
  attachments: readonly { filename: string; content: Readable | string }[]
}
