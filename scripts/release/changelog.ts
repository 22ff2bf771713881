const heading = '## Unreleased\n'

/** The part of the changelog below "Unreleased". Throws if there is none, or if it has no entry. */
export function unreleased(changelog: string): string {
  const start = changelog.indexOf(heading)
  if (start === -1) throw new Error('CHANGELOG.md has no section "Unreleased"')
  const [section = ''] = changelog.slice(start + heading.length).split(/^## /m)
  if (!/^- \S/m.test(section)) throw new Error('CHANGELOG.md has nothing unreleased: there is nothing to release')
  return section.trim()
}

/** The changelog with its unreleased entries as those of a version, and a new, empty section above. @param date `YYYY-MM-DD` */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const entries = unreleased(changelog)
  const start = changelog.indexOf(heading)
  const later = changelog.slice(start + heading.length).search(/^## /m)
  const rest = later === -1 ? '' : `\n${changelog.slice(start + heading.length + later)}`
  return `${changelog.slice(0, start)}${heading}\n## ${version} - ${date}\n\n${entries}\n${rest}`
}
