import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

const isPlain = (text: string) => text.isWellFormed() && !text.includes('\0')

/** A value and where it stands. */
type Place = { value: unknown; name: string; above: Place | null }

/** No request of ours goes deeper. */
const longestPath = 10

function pathTo(place: Place): string {
  const names: string[] = []
  for (let at: Place = place; at.above; at = at.above) names.push(at.name)
  return names.toReversed().slice(0, longestPath).join('.')
}

/** The place of the first text that is not plain, or that has such a name below it; `null` where there is none. Callers choose the depth: no recursion. */
function oddPlace(input: unknown): Place | null {
  const open: Place[] = [{ value: input, name: '', above: null }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place
    if (typeof value === 'string' && !isPlain(value)) return place
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value).toReversed()) {
      if (!isPlain(name)) return place
      open.push({ value: part, name, above: place })
    }
  }
  return null
}

/**
 * Throws INVALID_INPUT, with the field's name, where a text holds a NUL or half a character (a lone surrogate): not every database
 * keeps the one, and nothing that is written as UTF-8 can hold the other.
 */
export function assertPlainText(input: unknown): void {
  const place = oddPlace(input)
  if (place === null) return
  const path = pathTo(place)
  const message = messages.api.notPlain
  throw new AppError('INVALID_INPUT', path === '' ? message : `${path}: ${message}`, { issues: [{ path, message }] })
}
