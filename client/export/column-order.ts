/** Returns the list with one entry moved. Positions outside the list change nothing. */
export function moved<Column>(columns: readonly Column[], from: number, to: number): Column[] {
  const list = [...columns]
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return list
  list.splice(to, 0, ...list.splice(from, 1))
  return list
}

/** Removes a chosen column, or appends another one. */
export function toggled<Column>(chosen: readonly Column[], column: Column): Column[] {
  return chosen.includes(column) ? chosen.filter((other) => other !== column) : [...chosen, column]
}

/** All columns: those chosen keep their order, the others follow in the default order. */
export function withAll<Column>(chosen: readonly Column[], available: readonly Column[]): Column[] {
  return [...new Set([...chosen, ...available])]
}
