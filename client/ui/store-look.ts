/** White text has a contrast of at least 4.5:1 on each colour. Each colour is distinct from the backgrounds of both themes. */
const colors = ['#1d4ed8', '#b42318', '#0f766e', '#a21caf', '#a34a00', '#0369a1', '#15803d', '#6d28d9', '#be185d', '#57606a'] as const

/** The colour of a store on all screens. It depends on the id, so that a renamed store keeps it. */
export function storeColor(id: string): string {
  // FNV-1a.
  let hash = 0x81_1c_9d_c5
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return colors[(hash >>> 0) % colors.length] ?? colors[0]
}

/** One or two letters for a store: the initials of its first two words, or the first two letters of its only word. */
export function storeMonogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [name]
  const [one = [], two] = words.map((word) => Array.from(word))
  const letters = two ? [one[0], two[0]] : one.slice(0, 2)
  return letters.join('').toLocaleUpperCase('en')
}
