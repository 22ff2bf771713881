import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end + 1
  }
  return text.length
}

const isStructural = (code: number) =>
  code === openBracket || code === openBrace || code === closeBracket || code === closeBrace || code === comma || code === colon
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** The index after the number or word that begins at `start`. Throws INVALID_INPUT above its length in `limits.json`. */
function endOfScalar(text: string, start: number): number {
  for (let end = start + 1; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (isStructural(code) || isSpace(code) || code === quote) return end
    if (end - start >= limits.json.scalarLength) throw new AppError('INVALID_INPUT', messages.api.tooComplex)
  }
  return text.length
}

/**
 * Checks JSON by its structural characters before it is parsed. Parsed, a value of three characters takes a hundred times that in memory,
 * and a number of 28 MB takes 300 ms. The time of this check grows only with the length. Throws INVALID_INPUT above the depth, the number
 * of values or the length of a number in `limits.json`.
 */
export function assertJsonShape(text: string) {
  let [depth, values, index] = [0, 1, 0]
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === openBracket || code === openBrace) depth += 1
    if (code === closeBracket || code === closeBrace) depth -= 1
    if (code === openBracket || code === openBrace || code === comma) values += 1
    if (depth > limits.json.depth || values > limits.json.values) throw new AppError('INVALID_INPUT', messages.api.tooComplex)
    if (code === quote) index = endOfString(text, index)
    else if (isStructural(code) || isSpace(code)) index += 1
    else index = endOfScalar(text, index)
  }
}
