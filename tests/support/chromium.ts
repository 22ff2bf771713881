import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Debian's full browser. */
export const debianChromium = '/usr/bin/chromium'

/** The headless shell is first: it needs a third less CPU than the full browser. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  debianChromium,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser of the tests: the one in CHROMIUM_PATH, Playwright's own, or one of the system's; null if there is none. */
export function chromiumPath(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...systemPaths]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

/**
 * Without noise and calls to the internet: tests run offline, and resolve only this machine. One process serves all pages: a process per
 * page would take a second to start.
 */
export const chromiumArgs = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // A test's page lives for seconds, in which compiling optimized code costs more than the code saves: a tenth of the tests' time.
  '--js-flags=--no-opt --no-maglev',
]
