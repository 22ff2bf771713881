import { chromiumPath } from '../tests/support/chromium.ts'
import { installDebianPackage } from './debian-packages.ts'

/** Sees to a Chromium for the browser tests: installed from Debian's packages where we are root there, else asked for by name. */
export function ensureChromium() {
  if (chromiumPath() !== null) return
  installDebianPackage(
    'chromium-headless-shell',
    'The browser tests need Chromium. Run: npx playwright install chromium (or set CHROMIUM_PATH)',
  )
}
