import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The index behind the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end + 1
  }
  return text.length
}

/**
 * Judges JSON by its structural characters, before it is parsed: a value of three characters takes a hundred times that in memory.
 * Time grows with the length alone. Throws INVALID_INPUT above the depth and number of values in `limits.json`.
 */
export function assertJsonShape(text: string) {
  let [depth, values, index] = [0, 1, 0]
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === openBracket || code === openBrace) depth += 1
    if (code === closeBracket || code === closeBrace) depth -= 1
    if (code === openBracket || code === openBrace || code === comma) values += 1
    if (depth > limits.json.depth || values > limits.json.values) throw new AppError('INVALID_INPUT', messages.api.tooComplex)
    index = code === quote ? endOfString(text, index) : index + 1
  }
}
