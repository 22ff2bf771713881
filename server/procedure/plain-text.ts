import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

const isPlain = (text: string) => text.isWellFormed() && !text.includes('\0')

/** A value with its path. */
type PathNode = { value: unknown; name: string; above: PathNode | null }

/** No request of ours is deeper. */
const longestPath = 10

function pathTo(node: PathNode): string {
  const names: string[] = []
  for (let index: PathNode = node; index.above; index = index.above) names.push(index.name)
  return names.toReversed().slice(0, longestPath).join('.')
}

/**
 * The node of the first text that is not plain, or with such a field name directly in it. null where there is none. Without recursion,
 * because callers choose the depth.
 */
function oddNode(input: unknown): PathNode | null {
  const open: PathNode[] = [{ value: input, name: '', above: null }]
  for (let node = open.pop(); node; node = open.pop()) {
    const { value } = node
    if (typeof value === 'string' && !isPlain(value)) return node
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value).toReversed()) {
      if (!isPlain(name)) return node
      open.push({ value: part, name, above: node })
    }
  }
  return null
}

/** Whether all texts of a value can be stored; see `assertPlainText`. */
export const isPlainText = (value: unknown): boolean => oddNode(value) === null

/**
 * Throws INVALID_INPUT, with the field's name, where a text contains NUL or a lone surrogate (half a character). Not every database can
 * store NUL, and UTF-8 cannot encode a lone surrogate.
 */
export function assertPlainText(input: unknown): void {
  const node = oddNode(input)
  if (node === null) return
  const path = pathTo(node)
  const message = messages.api.notPlain
  throw new AppError('INVALID_INPUT', path === '' ? message : `${path}: ${message}`, { issues: [{ path, message }] })
}
