// A release, made in a copy of the repository: what it refuses, what it would do, what it has done, and that a failure leaves no trace.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'release-'))
const copy = join(home, 'repository')
const releaseMs = 180_000

const { PATH = '' } = process.env
const person = { NAME: 'Rita Release', EMAIL: 'rita@example.com' }
const env = {
  PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    Object.entries(person).flatMap(([name, value]) => [`GIT_AUTHOR_${name}`, `GIT_COMMITTER_${name}`].map((key) => [key, value])),
  ),
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, env, encoding: 'utf8' }).trim()
const release = (...args: string[]) => spawnSync(process.execPath, ['scripts/release.ts', ...args], { cwd: copy, env, encoding: 'utf8' })
const file = (name: string) => readFileSync(join(copy, name), 'utf8')
const versionIn = (name: string): string => JSON.parse(file(name)).version

const current: string = JSON.parse(readFileSync('package.json', 'utf8')).version
const [major, minor] = current.split('.')
const next = `${major}.${Number(minor) + 1}.0`

function commitChange(name: string, text: string, subject: string) {
  writeFileSync(join(copy, name), text)
  git('commit', '--all', '--quiet', '--message', subject)
}

beforeAll(() => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
  for (const name of tracked.split('\0').filter((one) => one !== '' && existsSync(one))) {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    cpSync(name, join(copy, name))
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'sources')
  // Whatever is unreleased at the moment, this is.
  const changelog = file('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- A change of this test.\n')
  commitChange('CHANGELOG.md', changelog, 'changelog')
}, 60_000)
afterAll(() => rmSync(home, { recursive: true }))

/** What a release must not touch before it succeeds. */
const state = () => [git('rev-parse', 'HEAD'), git('tag', '--list'), git('status', '--porcelain')]

test('a dry run says what a release would do, and changes nothing', () => {
  const before = state()
  const { status, stdout } = release('minor', '--dry-run')
  expect(status).toBe(0)
  expect(stdout).toContain(`${current} → ${next}`)
  expect(stdout).toContain(`the tag v${next}`)
  expect(stdout).toContain('- A change of this test.')
  expect(state()).toEqual(before)
})

test.each([
  [[], 'npm run release -- <patch|minor|major|X.Y.Z>'],
  [['newest'], 'is neither patch, minor or major nor a version'],
  [['0.0.1'], 'is below'],
])('%j is refused', (args, why) => {
  const before = state()
  const { status, stderr } = release(...args)
  expect(status).toBe(1)
  expect(stderr).toContain(why)
  expect(stderr).not.toContain('    at ')
  expect(state()).toEqual(before)
})

test('a tree with changes is refused', () => {
  writeFileSync(join(copy, 'note.txt'), 'not committed')
  const { status, stderr } = release('minor')
  expect([status, stderr]).toEqual([1, expect.stringContaining('changes that are not committed')])
  rmSync(join(copy, 'note.txt'))
})

test('a release that fails in the middle leaves everything as it was', () => {
  const readme = file('sdk/README.md')
  commitChange('sdk/README.md', 'No version here.\n', 'break the release')
  const before = state()
  const { status, stderr } = release('minor')
  expect([status, stderr]).toEqual([1, expect.stringContaining('sdk/README.md does not name')])
  expect(state()).toEqual(before)
  expect(versionIn('package.json')).toBe(current)
  commitChange('sdk/README.md', readme, 'mend the release')
})

test('a release has its version everywhere, its changelog, its databases, a commit and a tag', { timeout: releaseMs }, () => {
  const { status, stderr } = release('minor')
  expect(stderr).not.toContain('    at ')
  expect(status).toBe(0)
  const lock = JSON.parse(file('package-lock.json'))
  expect([versionIn('package.json'), lock.version, lock.packages[''].version, versionIn('sdk/package.json')]).toEqual([
    next,
    next,
    next,
    next,
  ])
  expect(file('shared/brand.ts')).toContain(`productVersion = '${next}'`)
  expect(file('sdk/src/generated/version.ts')).toContain(`productVersion = '${next}'`)
  expect(file('CHANGELOG.md').replace(/ - \d{4}-\d{2}-\d{2}\n/, ' - DATE\n')).toContain(
    `## Unreleased\n\n## ${next} - DATE\n\n- A change of this test.\n`,
  )
  const databases = readdirSync(join(copy, 'tests/fixtures/databases', next)).toSorted()
  expect(databases).toEqual(['postgres', 'postgres.answers.json', 'sqlite', 'sqlite.answers.json'])
  const bill = JSON.parse(file(`dist/release/${next}/sbom.cdx.json`))
  expect(bill.metadata.component.version).toBe(next)
  expect(bill.components.map(({ name }: { name: string }) => name)).toContain('fastify')
  expect(file(`dist/release/${next}/THIRD-PARTY-LICENSES`)).toContain('fastify')
  expect(git('log', '-1', '--format=%s')).toBe(`release: ${next}`)
  expect(git('cat-file', '-t', `v${next}`)).toBe('tag')
  expect(git('rev-parse', `v${next}^{commit}`)).toBe(git('rev-parse', 'HEAD'))
  expect(git('tag', '--list', '--format=%(contents)', `v${next}`)).toContain('- A change of this test.')
  expect(git('status', '--porcelain')).toBe('')
  const changed = git('show', '--name-only', '--format=').split('\n')
  const expected = /^(package(-lock)?\.json|CHANGELOG\.md|shared\/brand\.ts|sdk\/.+|tests\/fixtures\/databases\/.+)$/
  expect(changed.filter((name) => !expected.test(name))).toEqual([])
})

test('a second release without changes is refused', () => {
  expect(release('patch').stderr).toContain('there is nothing to release')
})
