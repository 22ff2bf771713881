import { limits } from '#shared/limits.ts'

export type AuditDetails = Record<string, unknown>

const noCharacter = '\0'
const standIn = '\ufffd'

/**
 * Cuts a text and removes what a database refuses: Postgres accepts neither NUL in a text nor half a surrogate pair in JSON. Attempts with
 * such texts still have to be recorded.
 */
export const cleanText = (text: string, length: number): string => text.slice(0, length).toWellFormed().replaceAll(noCharacter, standIn)

const bytesOf = (details: AuditDetails) => Buffer.byteLength(JSON.stringify(details))

/** A copy with at most `items` entries in each list and object, and at most `characters` in each text. */
function shortened(details: AuditDetails, items: number, characters: number): AuditDetails {
  return JSON.parse(
    JSON.stringify(details, (_, part: unknown) => {
      if (typeof part === 'string') return cleanText(part, characters)
      if (Array.isArray(part)) return part.slice(0, items)
      if (typeof part !== 'object' || part === null) return part
      return Object.fromEntries(
        Object.entries(part)
          .slice(0, items)
          .map(([name, value]) => [cleanText(name, characters), value]),
      )
    }),
  )
}

/** Limits the details to `limits.audit.detailsBytes`. Longer lists and texts are cut to equal lengths, and `truncated` is set. */
export function boundedDetails(details: AuditDetails): AuditDetails {
  let bounded = shortened(details, Infinity, Infinity)
  for (let items = 50, characters = 500; bytesOf(bounded) > limits.audit.detailsBytes; items /= 2, characters /= 2)
    bounded = { ...shortened(details, items, characters), truncated: true }
  return bounded
}
