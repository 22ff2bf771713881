// The maximum age of an update. docs/security/operations.md has the same number.

/** A package of package.json, with the newer releases of its major version. Times are ISO 8601. */
export type Outdated = { name: string; version: string; newer: readonly { version: string; published: string }[] }
export type Overdue = { name: string; version: string; newer: string; days: number }

export const daysForNewer = 90
const dayMs = 86_400_000

/** The packages whose first newer release is older than `daysForNewer`, with the number of whole days. */
export function overdue(packages: readonly Outdated[], now: Date): Overdue[] {
  return packages.flatMap(({ name, version, newer }) => {
    const [first] = newer.toSorted((a, b) => Date.parse(a.published) - Date.parse(b.published))
    if (!first) return []
    const days = Math.floor((now.getTime() - Date.parse(first.published)) / dayMs)
    return days > daysForNewer ? [{ name, version, newer: first.version, days }] : []
  })
}
