// A worker that runs the ready jobs at each line that it reads, and may die then. It answers with a line at the end.
import { createInterface } from 'node:readline'
import { createSharedClock } from '#drizzle/shared-clock.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { assembled } from '../assembled.ts'
import { dieAt, pointsPassed } from '../crash-points.ts'
import { DeliveryCommand, DeliveryInstruction, silenceMs, type Drained } from './instruction.ts'
import type { z } from 'zod'

/** Dead workers are expected here and must not end the job. */
const unbounded = 1_000_000

const { databaseUrl, folder, endpoints: platformEndpoints, smtpUrl } = DeliveryInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
let offsetMs = 0
const timeouts = { connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs }
const kept = await assembled({
  databaseUrl,
  platformEndpoints,
  dataDir: folder,
  filesFolder: `${folder}/exports`,
  mail: { smtpUrl, from: 'proof@localhost', timeouts },
  destinationHosts: ['127.0.0.1'],
  destinationAnswerMs: silenceMs,
})
// Signatures go by the machine's clock, and leases run out at once.
const shared = () => Date.now() + offsetMs
const deps = { ...kept, sharedClock: createSharedClock(shared, shared) }
console.log('ready')
for await (const line of createInterface(process.stdin)) {
  const command = DeliveryCommand.parse(JSON.parse(line))
  offsetMs = command.offsetMs
  if (command.dieAt !== null) await dieAt(command.dieAt, deps.database, import.meta.filename, { sockets: true })
  await createWorker(deps, { handlers: createJobHandlers(deps), crashes: unbounded }).drain()
  console.log(JSON.stringify({ points: pointsPassed() } satisfies z.infer<typeof Drained>))
}
// The parent process has ended.
process.exit()
