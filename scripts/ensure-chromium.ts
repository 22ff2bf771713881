import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromiumPath } from '../tests/support/chromium.ts'

const aptGet = '/usr/bin/apt-get'

function run(command: string, args: string[]) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

/** Sees to a Chromium for the browser tests: installed from Debian's packages where we are root there, else asked for by name. */
export function ensureChromium() {
  if (chromiumPath() !== null) return
  if (process.getuid?.() !== 0 || !existsSync(aptGet))
    throw new Error('The browser tests need Chromium. Run: npx playwright install chromium (or set CHROMIUM_PATH)')
  console.log('Installing Chromium with apt-get for the browser tests')
  run(aptGet, ['update', '-qq'])
  run(aptGet, ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'])
}
