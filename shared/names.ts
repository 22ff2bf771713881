import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

/** Line breaks, other control characters, and marks that change the text direction. */
const refused = String.raw`\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069`
/** A visible character. The negated class has characters that Unicode lists as letters or symbols although they are invisible. */
const visible = String.raw`(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]`

/** A name or label from a user. It is empty, or has visible characters and none that disguise the text. */
export const Words = z
  .string()
  .trim()
  .max(limits.nameLength)
  .regex(new RegExp(`^(?=$|.*${visible})[^${refused}]*$`, 'u'), messages.users.unreadable)
