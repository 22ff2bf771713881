// npm run bench:pages: how soon the login screen is usable over a slow network, what Lighthouse says of five screens on a desktop, and how
// soon a screen answers a press. Fails if a goal is missed. npm fetches Lighthouse when it is needed: it is larger than all other packages of the tests together. PORT and
// SANDBOX_PORT set the ports of its demo.
import { measureInteractions, slowdown } from '../bench/interactions.ts'
import { measurePage, type PageScores } from '../bench/pages.ts'
import { median, setting, table, type Finding } from '../bench/report.ts'
import { msUntilLogin, slowNetwork } from '../bench/slow-login.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import { ensureChromium } from './ensure-chromium.ts'
import { signInToDemo, startOwnDemo } from './own-demo.ts'

const { PORT = '3291', SANDBOX_PORT = '4291' } = process.env
const runs = 3
const paths = ['/login', '/dashboard', '/products', '/orders', '/jobs'] as const
/** The least score of each category, of 100. */
const goals = { performance: 98, accessibility: 100, 'best-practices': 100 } as const satisfies Record<keyof PageScores, number>

const slowLoginGoalMs = 5_000
const interactionGoalMs = 100

async function slowLogin(browser: BrowserContext, url: string): Promise<Finding> {
  const samples: number[] = []
  for (let run = 0; run < runs; run += 1) samples.push(await msUntilLogin(browser, url))
  const ms = median(samples)
  return {
    what: `/login, usable at ${slowNetwork.kilobitsPerSecond} kbit/s and ${slowNetwork.latencyMs} ms latency`,
    measured: `${(ms / 1_000).toFixed(1)} s`,
    goal: `at most ${slowLoginGoalMs / 1_000} s`,
    isMet: ms <= slowLoginGoalMs,
  }
}

function judged(path: string, samples: readonly PageScores[]): Finding[] {
  return (['performance', 'accessibility', 'best-practices'] as const).map((category) => {
    const scores = samples.map((sample) => sample[category])
    const score = median(scores)
    return {
      what: `${path}, ${category}`,
      measured: `${score} (${scores.join(', ')})`,
      goal: `at least ${goals[category]}`,
      isMet: score >= goals[category],
    }
  })
}

async function interactions(browser: BrowserContext, url: string): Promise<Finding[]> {
  const measured = await measureInteractions(browser, url, runs)
  return measured.map(({ what, samples }) => ({
    what: `${what}, to the next paint with a ${slowdown} times slower CPU`,
    measured: `${median(samples)} ms (${samples.join(', ')})`,
    goal: `at most ${interactionGoalMs} ms`,
    isMet: median(samples) <= interactionGoalMs,
  }))
}

const executablePath = ensureChromium()
await using demo = await startOwnDemo(PORT, SANDBOX_PORT)
const profile = mkdtempSync(join(tmpdir(), 'bench-pages-'))
const browser = await chromium.launchPersistentContext(profile, { executablePath, args: ['--remote-debugging-port=0'] })
// The browser writes which port it took.
const debuggingPort = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
try {
  const findings: Finding[] = [await slowLogin(browser, demo.url)]
  for (const path of paths) {
    // The login screen is measured before anybody is signed in.
    if (path === '/dashboard') {
      const page = await browser.newPage()
      await signInToDemo(page, demo.url)
      // A server that has just started counts the shops first, and what it finds comes later than the page.
      await page.getByText(/^Counted /).waitFor()
      await page.close()
    }
    const samples: PageScores[] = []
    for (let run = 0; run < runs; run += 1) samples.push(await measurePage(`${demo.url}${path}`, debuggingPort))
    findings.push(...judged(path, samples))
  }
  findings.push(...(await interactions(browser, demo.url)))
  console.log(`${setting()}\n\n${table(findings)}`)
  process.exitCode = findings.some(({ isMet }) => isMet === false) ? 1 : 0
} finally {
  await browser.close()
  rmSync(profile, { recursive: true })
}
