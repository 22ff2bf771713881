// A worker that sends deliveries and will be killed. It reports when it is ready, waits for the start instruction, and prints each attempt.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { assembleWork } from '#server/boot/assemble-work.ts'
import type { Outbound } from '#server/webhooks/outbound.ts'
import { createWebhookQueue } from '#server/webhooks/queue.ts'
import { dieAt } from '../crash-points.ts'
import { proofOptions } from '../proof-options.ts'
import { WebhookInstruction, webhookTiming, type Begun } from './instruction.ts'

const instruction = WebhookInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
// Without sign-in, it starts in half the time.
const deps = await assembleWork({ ...proofOptions, databaseUrl: instruction.databaseUrl, destinationHosts: ['127.0.0.1'] })
const { attemptMs, lookMs, pauseMs, longestPauseMs } = webhookTiming
// Standard output is a pipe, which is written to at once, so that nothing is lost with the process.
const tell = (begun: Begun) => console.log(JSON.stringify(begun))

const outbound: Outbound = {
  ...deps.outbound,
  post(url, call) {
    tell({ webhook: new URL(url).pathname, event: call.headers['webhook-id'] ?? '' })
    return deps.outbound.post(url, call)
  },
}
const queue = createWebhookQueue(
  { ...deps, outbound },
  { attemptMs, lookMs, pauseFor: (_, askedMs) => Math.max(pauseMs, Math.min(askedMs ?? 0, longestPauseMs)) },
)
const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
if (instruction.dieAt !== null) await dieAt(instruction.dieAt, deps.database, import.meta.filename)
queue.start()
