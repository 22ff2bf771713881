// How long a package may wait for its newer version; docs/security/operations.md says the same to people.

/** A package of package.json, with the newer releases that its major has seen. Instants are ISO 8601. */
export type Outdated = { name: string; version: string; newer: readonly { version: string; published: string }[] }
export type Overdue = { name: string; version: string; newer: string; days: number }

export const daysForNewer = 90
const dayMs = 86_400_000

/** The packages whose first newer release has been out for longer than `daysForNewer`, and for how many whole days. */
export function overdue(packages: readonly Outdated[], now: Date): Overdue[] {
  return packages.flatMap(({ name, version, newer }) => {
    const [first] = newer.toSorted((a, b) => Date.parse(a.published) - Date.parse(b.published))
    if (!first) return []
    const days = Math.floor((now.getTime() - Date.parse(first.published)) / dayMs)
    return days > daysForNewer ? [{ name, version, newer: first.version, days }] : []
  })
}
