import { limits } from '#shared/limits.ts'

export type AuditDetails = Record<string, unknown>

const noCharacter = '\0'
const standIn = '\ufffd'

/**
 * The beginning of a text, as both databases keep it: Postgres takes no NUL in a text, nor half a character in JSON. What was
 * tried with one has to be on record all the same.
 */
export const cleanText = (text: string, length: number): string => text.slice(0, length).toWellFormed().replaceAll(noCharacter, standIn)

const bytesOf = (details: AuditDetails) => Buffer.byteLength(JSON.stringify(details))

/** The same with at most so many items in each list and each object, and so many characters in each text. */
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

/** The details in at most `limits.audit.detailsBytes`. Lists and texts are cut evenly where they are longer, and `truncated` says so. */
export function boundedDetails(details: AuditDetails): AuditDetails {
  let bounded = shortened(details, Infinity, Infinity)
  for (let items = 50, characters = 500; bytesOf(bounded) > limits.audit.detailsBytes; items /= 2, characters /= 2)
    bounded = { ...shortened(details, items, characters), truncated: true }
  return bounded
}
