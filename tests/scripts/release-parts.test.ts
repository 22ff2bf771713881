import { expect, test } from 'vitest'
import { releasedChangelog, unreleased } from '../../scripts/release/changelog.ts'
import { nextVersion } from '../../scripts/release/version.ts'

test.each([
  ['patch', '1.2.3', ['1.2.3'], '1.2.4'],
  ['minor', '1.2.3', ['1.2.3', '1.1.0'], '1.3.0'],
  ['major', '1.2.3', ['1.2.3'], '2.0.0'],
  ['1.2.4-beta.1', '1.2.3', ['1.2.3'], '1.2.4-beta.1'],
  // The first release is that of the version that the sources have.
  ['0.1.0', '0.1.0', [], '0.1.0'],
])('%s of %s after %j is %s', (wanted, current, released, next) => {
  expect(nextVersion(wanted, current, released)).toBe(next)
})

test.each([
  ['newest', '1.2.3', [], 'is neither patch, minor or major nor a version'],
  ['v1.3.0', '1.2.3', [], 'is neither'],
  ['1.3', '1.2.3', [], 'is neither'],
  ['01.3.0', '1.2.3', [], 'is neither'],
  ['1.2.3', '1.2.3', ['1.2.3'], 'is not above 1.2.3, the latest release'],
  ['1.10.0', '1.9.0', ['1.9.0', '1.11.0'], 'is not above 1.11.0'],
  ['1.0.0', '1.2.3', [], 'is below 1.2.3, the version of the sources'],
])('%s of %s after %j is refused', (wanted, current, released, why) => {
  expect(() => nextVersion(wanted, current, released)).toThrow(why)
})

const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 1.0.0 - 2026-01-01\n\n- The first.\n'

test('the unreleased entries become those of the version, below a new section', () => {
  const released = releasedChangelog(changelog, '1.1.0', '2026-11-25')
  expect(released).toBe(changelog.replace('## Unreleased\n\n###', '## Unreleased\n\n## 1.1.0 - 2026-11-25\n\n###'))
  expect(() => unreleased(released)).toThrow('there is nothing to release')
})

test('a changelog without older versions is dated, too', () => {
  const first = '# Changelog\n\n## Unreleased\n\n- A thing.\n'
  expect(releasedChangelog(first, '0.1.0', '2026-11-25')).toBe('# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-25\n\n- A thing.\n')
})

test('a changelog with headings alone has nothing to release', () => {
  expect(() => unreleased('## Unreleased\n\n### Added\n\n### Fixed\n')).toThrow('there is nothing to release')
  expect(() => unreleased('# Changelog\n')).toThrow('no section "Unreleased"')
})
