// npm run test:pixels [-- commit]: compares pictures of the states of tests/e2e/layout.spec.ts between a commit (default: HEAD) and the
// working tree, and names the differences. A commit's pictures are taken once a day, because its orders depend on the date, and cached in
// node_modules/.cache/pixels. Not part of `npm test`: another font or Chromium gives other pixels.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { ensureChromium } from './ensure-chromium.ts'

const cache = resolve('node_modules/.cache/pixels')
const today = new Date().toISOString().slice(0, 10)
const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Compares the product in a folder with the pictures, and returns the states that differ. `takesThem`: takes the pictures instead. */
function look(folder: string, pictures: string, takesThem = false): string[] {
  const output = join(cache, 'seen')
  const env = { ...process.env, E2E_PRODUCT: folder, E2E_PICTURES: pictures }
  const how = takesThem ? ['--update-snapshots=all'] : []
  const { status } = spawnSync(join('node_modules', '.bin', 'playwright'), ['test', 'layout', `--output=${output}`, ...how], {
    stdio: 'inherit',
    env,
  })
  const states = globSync('**/*-actual.png', { cwd: output }).map((path) => basename(path, '-actual.png'))
  if (status !== 0 && (takesThem || states.length === 0)) throw new Error('the states could not be looked at')
  return states.toSorted()
}

/** Takes the pictures of a commit in a temporary worktree. */
function record(commit: string, pictures: string) {
  const unfinished = join(cache, 'unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  // Node does not load TypeScript below node_modules.
  const tree = mkdtempSync(join(tmpdir(), 'pixels-'))
  git('worktree', 'add', '--detach', tree, commit)
  try {
    symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
    look(tree, unfinished, true)
    renameSync(unfinished, pictures)
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
}

ensureChromium()
const commit = git('rev-parse', '--verify', `${process.argv[2] ?? 'HEAD'}^{commit}`)
const pictures = join(cache, `${commit}-${today}`)
mkdirSync(cache, { recursive: true })
if (!existsSync(pictures)) record(commit, pictures)
const different = look('.', pictures)
console.log(different.length === 0 ? 'No state looks different.' : `These states look different: ${different.join(', ')}.`)
if (different.length > 0) console.log(`Their pictures, with the differences marked, lie in ${join(cache, 'seen')}`)
process.exitCode = different.length === 0 ? 0 : 1
