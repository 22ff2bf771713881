import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { blockStorage } from '../e2e/oldest-browser.ts'
import { isExpected, reportFaults } from '../e2e/page-faults.ts'
import { startChromium } from './chromium.ts'
import type { Driver, DriverOptions, Engine } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { installProbe } from './probe.ts'
import { visit, type Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

export { expect }

export type FlowOptions = {
  engine: Engine
  /** Whether the browser denies pages their storages, as it does when site data is blocked. */
  isStorageBlocked: boolean
}

const start: Record<Engine, (options: DriverOptions) => Promise<Driver>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
}
const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')

async function firstScriptOf(isStorageBlocked: boolean): Promise<string> {
  const functions = [reportFaults, ...(isStorageBlocked ? [blockStorage] : []), installProbe]
  return [await readFile(library, 'utf8'), ...functions.map((each) => `(${each.toString()})()`)].join(';\n')
}

/** Each flow has a separate browser. It fails when a page has an error, breaks its content policy or drops the focus. */
export const test = base.extend<FlowOptions & { visitor: Visitor }>({
  engine: ['chromium', { option: true }],
  isStorageBlocked: [false, { option: true }],
  visitor: async ({ engine, isStorageBlocked, baseURL }, provide, testInfo) => {
    const folder = await mkdtemp(join(tmpdir(), `${engine}-`))
    await mkdir(join(folder, 'downloads'))
    const driver = await start[engine]({ folder, firstScript: await firstScriptOf(isStorageBlocked) })
    try {
      await provide(visit(driver, String(baseURL), folder))
      if (testInfo.errors.length > 0) await writeFile(testInfo.outputPath('page.png'), await driver.picture())
      expect(driver.complaints().filter((complaint) => !isExpected(complaint))).toEqual([])
    } finally {
      await driver[Symbol.asyncDispose]()
      // Some processes of the browser write for a moment after its end.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  },
})
