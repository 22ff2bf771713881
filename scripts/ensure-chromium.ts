import { chromiumPath, debianChromium } from '../tests/support/chromium.ts'
import { canInstallDebianPackages, installDebianPackage } from './debian-packages.ts'

const headlessShell = 'chromium-headless-shell'
const otherwise = 'The browser tests need Chromium. Run: npx playwright install chromium (or set CHROMIUM_PATH)'

/**
 * Ensures a Chromium for the browser tests, and returns its path. As root on Debian it installs the headless shell, also beside Debian's
 * full browser, which draws a window and its own pages for every test; if that fails, the full browser serves. Without any browser it
 * throws the command to run.
 */
export function ensureChromium(): string {
  const known = chromiumPath()
  if (known === null) installDebianPackage(headlessShell, otherwise)
  else if (known === debianChromium && canInstallDebianPackages()) {
    try {
      installDebianPackage(headlessShell, otherwise)
    } catch (error) {
      console.warn(`The browser tests take about a third more CPU time, because ${headlessShell} could not be installed: ${String(error)}`)
    }
  }
  const path = chromiumPath()
  if (path === null) throw new Error(otherwise)
  return path
}
