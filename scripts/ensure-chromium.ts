import { chromiumPath } from '../tests/support/chromium.ts'
import { installDebianPackage } from './debian-packages.ts'

const otherwise = 'The browser tests need Chromium. Run: npx playwright install chromium (or set CHROMIUM_PATH)'

/**
 * Ensures a Chromium for the browser tests, and returns its path. Installs Debian's package as root; otherwise throws the package's name.
 */
export function ensureChromium(): string {
  if (chromiumPath() === null) installDebianPackage('chromium-headless-shell', otherwise)
  const path = chromiumPath()
  if (path === null) throw new Error(otherwise)
  return path
}
