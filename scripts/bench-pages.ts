// npm run bench:pages: how soon the login screen is usable over a slow network, what Lighthouse says of five screens on a desktop, how
// soon a screen answers a press, and how soon All stores shows what was typed. With the name of one of the four (login, lighthouse, presses, typing) it
// measures that alone. Fails if a goal is missed. npm fetches Lighthouse when it is needed: it is larger than all other packages of the tests together. PORT and
// SANDBOX_PORT set the ports of its demo.
import { measureInteractions, slowdown } from '../bench/interactions.ts'
import { measurePage, type PageScores } from '../bench/pages.ts'
import { median, setting, table, type Finding } from '../bench/report.ts'
import { msUntilLogin, slowNetwork } from '../bench/slow-login.ts'
import { measureTyping } from '../bench/typing.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
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
const typingGoalMs = 100

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

async function typing(browser: BrowserContext, url: string): Promise<Finding[]> {
  const samples = await measureTyping(browser, url)
  const ms = median(samples)
  return [
    {
      what: '/products/all, from the last key of a search to the rows that it finds',
      measured: `${ms} ms (${samples.join(', ')})`,
      goal: `at most ${typingGoalMs} ms`,
      isMet: ms <= typingGoalMs,
    },
  ]
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

type Stage = { browser: BrowserContext; url: string; debuggingPort: number; signIn: () => Promise<void> }

/** The screens as Lighthouse sees them: the login screen before anybody is signed in, the others after it. */
async function lighthouse({ url, debuggingPort, signIn }: Stage): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const path of paths) {
    if (path !== '/login') await signIn()
    const samples: PageScores[] = []
    for (let run = 0; run < runs; run += 1) samples.push(await measurePage(`${url}${path}`, debuggingPort))
    findings.push(...judged(path, samples))
  }
  return findings
}

const names = ['login', 'lighthouse', 'presses', 'typing'] as const
const parts: Record<(typeof names)[number], (stage: Stage) => Promise<Finding[]>> = {
  login: async ({ browser, url }) => [await slowLogin(browser, url)],
  lighthouse,
  presses: async ({ browser, url, signIn }) => {
    await signIn()
    return interactions(browser, url)
  },
  typing: async ({ browser, url, signIn }) => {
    await signIn()
    return typing(browser, url)
  },
}

const { positionals } = parseArgs({ allowPositionals: true })
const chosen = z.array(z.enum(names)).parse(positionals)

const executablePath = ensureChromium()
await using demo = await startOwnDemo(PORT, SANDBOX_PORT)
const profile = mkdtempSync(join(tmpdir(), 'bench-pages-'))
const browser = await chromium.launchPersistentContext(profile, { executablePath, args: ['--remote-debugging-port=0'] })
// The browser writes which port it took.
const debuggingPort = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])

let signedIn: Promise<void> | undefined
async function signInOnce() {
  const page = await browser.newPage()
  await signInToDemo(page, demo.url)
  // A server that has just started counts the shops first, and what it finds comes later than the page.
  await page.getByText(/^Counted /).waitFor()
  await page.close()
}

try {
  const stage: Stage = { browser, url: demo.url, debuggingPort, signIn: () => (signedIn ??= signInOnce()) }
  const findings: Finding[] = []
  for (const name of chosen.length === 0 ? names : chosen) findings.push(...(await parts[name](stage)))
  console.log(`${setting()}\n\n${table(findings)}`)
  process.exitCode = findings.some(({ isMet }) => isMet === false) ? 1 : 0
} finally {
  await browser.close()
  rmSync(profile, { recursive: true })
}
