// npm run stopwatch:first-file: takes the time from the owner's link of an empty installation to the first CSV file of an emulated shop, in a
// browser, and fails above 3 minutes. It also tells how long the same way takes a person.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ensureChromium } from './ensure-chromium.ts'

const most = 180
/** The time of a person for a click, or to copy a value into a field. */
const perInteraction = 5

ensureChromium()
const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', 'first-file', '--project=chromium'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const gone = once(child, 'exit')
let measured: { interactions: number; seconds: number } | null = null
for await (const line of createInterface(child.stdout)) {
  console.log(line)
  const [, interactions, seconds] = /^first file: (\d+) interactions, (\d+) s/.exec(line) ?? []
  if (interactions !== undefined) measured = { interactions: Number(interactions), seconds: Number(seconds) }
}
const [code] = await gone
if (code !== 0 || measured === null) throw new Error('the first file was not written')
const { interactions, seconds } = measured
const byPerson = seconds + interactions * perInteraction
console.log(`${interactions} interactions: ${seconds} s by machine, about ${byPerson} s by a person who takes ${perInteraction} s for each`)
process.exitCode = byPerson <= most ? 0 : 1
