// npm test -- <file or pattern>…: runs the tests whose path contains one of the words, each with its tool.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { tool } from './tools.ts'

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => join('tests', file))

/** The tests whose path contains one of the words. */
function testsNamed(patterns: readonly string[]): { inNode: string[]; inBrowser: string[] } {
  const named = files.filter((file) => patterns.some((pattern) => file.includes(pattern)))
  return {
    inNode: named.filter((file) => /\.test\.tsx?$/.test(file)).toSorted(),
    inBrowser: named.filter((file) => file.endsWith('.spec.ts')).toSorted(),
  }
}

/** Runs them on SQLite, or in the browser. Words that start with a dash are passed to the tools. Returns whether all passed. */
export async function runTestsNamed(given: readonly string[]): Promise<boolean> {
  const options = given.filter((word) => word.startsWith('-'))
  const patterns = given.filter((word) => !word.startsWith('-'))
  const { inNode, inBrowser } = testsNamed(patterns)
  if (inNode.length + inBrowser.length === 0) {
    console.error(`No test has ${patterns.join(' or ')} in its path`)
    return false
  }
  buildClient()
  const passed = [
    inNode.length === 0 ||
      (await tool('vitest', ['run', '--project', 'server', '--project', 'components', ...inNode, ...options], { DATABASE_URL: '' })),
  ]
  if (inBrowser.length > 0) {
    ensureChromium()
    passed.push(await tool('playwright', ['test', ...inBrowser, ...options], { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }))
  }
  return passed.every(Boolean)
}
