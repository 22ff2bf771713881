// npm run test:browsers: the core flows (tests/browsers) in Firefox ESR, in WebKitGTK, and in Chromium without the features that the oldest
// supported browsers lack. `-- webkit` runs only that one. Prints a table of flows and browsers, and fails if a flow fails.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { installDebianPackage } from './debian-packages.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { outcomesByProject } from './test-reports.ts'

const engines = ['firefox', 'webkit', 'chromium'] as const
type Engine = (typeof engines)[number]

/** The name of a browser and its Debian packages, each with a file that shows that it is installed. */
const browsers: Record<Engine, { name: string; packages: Record<string, string> }> = {
  firefox: { name: 'Firefox ESR', packages: { 'firefox-esr': '/usr/bin/firefox-esr' } },
  webkit: { name: 'WebKitGTK', packages: { 'webkit2gtk-driver': '/usr/bin/WebKitWebDriver', xvfb: '/usr/bin/Xvfb' } },
  chromium: { name: 'oldest Chromium', packages: {} },
}

function chosenEngines(): readonly Engine[] {
  const chosen = process.argv.slice(2)
  const unknown = chosen.find((name) => !engines.some((engine) => engine === name))
  if (unknown !== undefined) throw new Error(`There is no browser ${unknown}. Please name some of ${engines.join(', ')}, or none for all.`)
  return chosen.length === 0 ? engines : engines.filter((engine) => chosen.includes(engine))
}

/** Installs missing packages as root on Debian. Otherwise throws the packages to install. */
function ensureInstalled(engine: Engine) {
  if (engine === 'chromium') {
    ensureChromium()
    return
  }
  const { name, packages } = browsers[engine]
  const install = `Run as root, on Debian: apt-get install --no-install-recommends ${Object.keys(packages).join(' ')}`
  for (const [debianPackage, file] of Object.entries(packages))
    if (!existsSync(file)) installDebianPackage(debianPackage, `The flows in ${name} need the package ${debianPackage}. ${install}`)
}

async function run(chosen: readonly Engine[], report: string): Promise<boolean> {
  const given = {
    BROWSERS: chosen.join(','),
    E2E_PORT: String(await freePort()),
    E2E_SANDBOX_PORT: String(await freePort()),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  }
  // One at a time: without a graphics card, a browser uses a whole core.
  const args = ['test', 'tests/browsers', '--workers=1', '--reporter=list,json']
  const child = spawn(join('node_modules', '.bin', 'playwright'), args, { stdio: 'inherit', env: { ...process.env, ...given } })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

const chosen = chosenEngines()
for (const engine of chosen) ensureInstalled(engine)
const folder = mkdtempSync(join(tmpdir(), 'test-browsers-'))
const report = join(folder, 'report.json')
const hasPassed = await run(chosen, report)
const flows = outcomesByProject(report)
rmSync(folder, { recursive: true })

/** Project names as in playwright.config.ts. */
const outcomeOf = (outcomes: Record<string, string>, engine: Engine) => outcomes[`${engine} flows`] ?? 'did not run'
const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
line(['flow', ...chosen.map((engine) => browsers[engine].name)])
line(['---', ...chosen.map(() => '---')])
for (const { title, outcomes } of flows) line([title, ...chosen.map((engine) => outcomeOf(outcomes, engine))])
const passed = flows.filter(({ outcomes }) => chosen.every((engine) => outcomeOf(outcomes, engine) === 'passed')).length
console.log(`${passed} of ${flows.length} flows passed in ${chosen.length === 1 ? 'this browser' : 'every browser'}`)
process.exitCode = hasPassed && flows.length > 0 && passed === flows.length ? 0 : 1
