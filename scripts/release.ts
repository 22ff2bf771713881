// npm run release -- <patch|minor|major|X.Y.Z> [--dry-run]: makes a release of the sources as they are: version, changelog, client package, a
// database of this version for the tests of upgrades, a bill of materials with the licences, a commit and its tag. It pushes nothing. --dry-run
// checks, and says what it would do. If a step fails, everything is as before.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { releasedChangelog, unreleased } from './release/changelog.ts'
import { nextVersion } from './release/version.ts'

/** Ends with a sentence instead of a stack. */
process.once('uncaughtException', (error) => {
  console.error(error.message)
  process.exitCode = 1
})

const Manifest = z.object({ version: z.string() })

const usage = 'npm run release -- <patch|minor|major|X.Y.Z> [--dry-run]'
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean', default: false } } })
const [wanted] = positionals
if (wanted === undefined || positionals.length > 1) throw new Error(usage)

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
/** Scripts of this folder run in a process of their own, which reads the new version. */
const runScript = (name: string) => execFileSync(process.execPath, [`scripts/${name}.ts`], { stdio: 'inherit' })
const npmVersion = (folder: string) =>
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'], { cwd: folder })

const { version: current } = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean)
const version = nextVersion(
  wanted,
  current,
  tags.map((tag) => tag.slice(1)),
)
if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed. Please commit or remove them first.')
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const entries = unreleased(changelog)
const date = new Date().toISOString().slice(0, 10)

function replaceIn(file: string, from: string, to: string) {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not name ${from}`)
  writeFileSync(file, text.replaceAll(from, to))
}

type Step = { does: string; run: () => void }
const steps: readonly Step[] = [
  {
    does: `sets the version ${version} in package.json, package-lock.json, sdk/package.json, shared/brand.ts and sdk/README.md`,
    run() {
      for (const folder of ['.', 'sdk']) npmVersion(folder)
      replaceIn('shared/brand.ts', `productVersion = '${current}'`, `productVersion = '${version}'`)
      replaceIn('sdk/README.md', `backcounter-client-${current}.tgz`, `backcounter-client-${version}.tgz`)
    },
  },
  { does: 'writes the types of the client package again (npm run sdk:generate)', run: () => runScript('generate-sdk') },
  {
    does: `makes the unreleased entries of CHANGELOG.md those of ${version} - ${date}`,
    run: () => writeFileSync('CHANGELOG.md', releasedChangelog(changelog, version, date)),
  },
  {
    does: `keeps databases of this version in tests/fixtures/databases/${version} (npm run db:fixture)`,
    run: () => runScript('database-fixture'),
  },
  {
    does: `writes the bill of materials and the licences of all parts into dist/release/${version}, to be published beside it`,
    run: () => runScript('release-parts'),
  },
  {
    does: `commits all of it, with the tag v${version}`,
    run() {
      git('add', '--all')
      git('commit', '--message', `release: ${version}`)
      git('tag', '--annotate', `v${version}`, '--message', `${version}\n\n${entries}`)
    },
  },
]

function release() {
  const before = git('rev-parse', 'HEAD')
  try {
    for (const { does, run } of steps) {
      console.log(`${version}: ${does}`)
      run()
    }
  } catch (error) {
    // There was nothing to lose: the tree was clean. Files that git ignores stay.
    git('reset', '--hard', before)
    git('clean', '--force', '-d')
    throw error
  }
  console.log(`${version} is released here. To publish it: npm test, and git push --follow-tags`)
}

if (values['dry-run']) console.log([`${current} → ${version}. A release`, ...steps.map(({ does }) => `- ${does}`), '', entries].join('\n'))
else release()
