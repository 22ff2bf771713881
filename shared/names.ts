import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

/** Line breaks and other controls, and marks that turn the direction of the text around. */
const refused = String.raw`\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069`
/** A letter or sign that leaves something on the screen; the first class are letters and signs by rank alone. */
const visible = String.raw`(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]`

/** What people write to tell things apart: nothing at all, or text that can be read and says what it seems to say. */
export const Words = z
  .string()
  .trim()
  .max(limits.nameLength)
  .regex(new RegExp(`^(?=$|.*${visible})[^${refused}]*$`, 'u'), messages.users.unreadable)
