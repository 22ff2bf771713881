import { chromiumPath } from '../tests/support/chromium.ts'
import { installDebianPackage } from './debian-packages.ts'

const otherwise = 'The browser tests need Chromium. Run: npx playwright install chromium (or set CHROMIUM_PATH)'

/** Sees to a Chromium for the browser tests: installed from Debian's packages where we are root there, else asked for by name. Answers its path. */
export function ensureChromium(): string {
  if (chromiumPath() === null) installDebianPackage('chromium-headless-shell', otherwise)
  const path = chromiumPath()
  if (path === null) throw new Error(otherwise)
  return path
}
