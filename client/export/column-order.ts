/** Removes a chosen column, or appends another one. */
export function toggled<Column>(chosen: readonly Column[], column: Column): Column[] {
  return chosen.includes(column) ? chosen.filter((other) => other !== column) : [...chosen, column]
}

/** All columns: those chosen keep their order, the others follow in the default order. */
export function withAll<Column>(chosen: readonly Column[], available: readonly Column[]): Column[] {
  return [...new Set([...chosen, ...available])]
}
