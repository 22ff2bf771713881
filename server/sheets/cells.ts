/** Google's limit for one cell, in UTF-16 units. */
const MOST = 50_000
const MARK = '… [cut]'

/** Cuts a text that is too long for a cell. The cut is never inside a character, and a mark at the end shows it. */
export function cutText(text: string): string {
  if (text.length <= MOST) return text
  const end = MOST - MARK.length
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, isHalf ? end - 1 : end) + MARK
}
