import semver from 'semver'
import { z } from 'zod'

const Bump = z.enum(['patch', 'minor', 'major'])

/**
 * The version of a new release (Semantic Versioning).
 * @param wanted `patch`, `minor`, `major` or a whole version
 * @param current the version of the sources
 * @param released the versions of all releases so far
 * @throws Error with a sentence if it is no version, or not above all others. The version of the sources is possible until it is released.
 */
export function nextVersion(wanted: string, current: string, released: readonly string[]): string {
  const bump = Bump.safeParse(wanted)
  const next = bump.success ? semver.inc(current, bump.data) : wanted
  if (next === null || semver.valid(next) !== next)
    throw new Error(`${wanted} is neither patch, minor or major nor a version such as 1.2.3`)
  const latest = semver.rsort([...released])[0]
  if (latest !== undefined && semver.lte(next, latest)) throw new Error(`${next} is not above ${latest}, the latest release`)
  if (semver.lt(next, current)) throw new Error(`${next} is below ${current}, the version of the sources`)
  return next
}
