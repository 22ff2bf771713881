/** Google's limit for one cell, in UTF-16 units. */
const MOST = 50_000
const MARK = '… [cut]'

/** The text as a cell can hold it: a longer one is cut, never in the middle of a character, and says so at its end. */
export function cutText(text: string): string {
  if (text.length <= MOST) return text
  const end = MOST - MARK.length
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, isHalf ? end - 1 : end) + MARK
}
