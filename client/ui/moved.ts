/** Returns the list with one entry moved. Positions outside the list change nothing. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const list = [...entries]
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return list
  list.splice(to, 0, ...list.splice(from, 1))
  return list
}
