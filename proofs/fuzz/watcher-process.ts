// Calls a server's health check twenty times a second until it is stopped, and reports the durations.
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'node:http'

const [, , url = ''] = process.argv
const everyMs = 50
const tickMs = 10
const longestMs = 250
/** If the machine delays this process for this long, it delays the server too. */
const starvedMs = 60
const givesUpMs = 30_000

const agent = new Agent({ keepAlive: true })
const ask = () =>
  new Promise<void>((resolve) => {
    const call = request(`${url}/healthz`, { agent, timeout: givesUpMs }, (answer) => answer.resume().once('end', resolve))
    call.once('error', () => resolve())
    call.once('timeout', () => call.destroy())
    call.end()
  })

let lastTick = performance.now()
let longestGap = 0
setInterval(() => {
  const now = performance.now()
  longestGap = Math.max(longestGap, now - lastTick - tickMs)
  lastTick = now
}, tickMs)

const seen = { asked: 0, worstMs: 0, starved: 0, stalls: new Array<{ at: string; ms: number }>() }
process.once('message', () => {
  process.send?.(seen, () => process.exit(0))
})
for (;;) {
  longestGap = 0
  const began = performance.now()
  await ask()
  const ms = performance.now() - began
  seen.asked += 1
  if (ms > longestMs && longestGap > starvedMs) seen.starved += 1
  else seen.worstMs = Math.max(seen.worstMs, ms)
  if (ms > longestMs && longestGap <= starvedMs) seen.stalls.push({ at: new Date().toISOString(), ms: Math.round(ms) })
  await pause(Math.max(0, everyMs - ms))
}
