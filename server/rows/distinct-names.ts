/** Headers as names that differ: a repeated one gets its number, as in "Price (2)". */
export function distinctNames(columns: readonly string[]): string[] {
  const taken = new Set(columns)
  const seen = new Set<string>()
  return columns.map((column) => {
    let name = column
    for (let number = 2; seen.has(name) || (name !== column && taken.has(name)); number += 1) name = `${column} (${number})`
    seen.add(name)
    return name
  })
}
