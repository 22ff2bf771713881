// A worker that runs the ready jobs at each line that it reads, and may die then. It answers with a line at the end.
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { createSharedClock } from '#drizzle/shared-clock.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { assembled } from '../assembled.ts'
import { dieAt } from '../crash-points.ts'
import { ChangesInstruction, WorkCommand } from './instruction.ts'

/** Google's limit of writes a minute lets an export wait. The worker's waits are shorter by this factor. */
const speed = 30
const waiting = {
  now: () => machineClock.now() * speed,
  sleep: (ms: number, signal?: AbortSignal) => machineClock.sleep(ms / speed, signal),
}

/** Dead workers are expected here and must not end the job. */
const unbounded = 1_000_000

const { databaseUrl, folder, google, endpoints: platformEndpoints } = ChangesInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
let offsetMs = 0
const now = () => Date.now() + offsetMs
const kept = await assembled({ databaseUrl, platformEndpoints, dataDir: folder, filesFolder: `${folder}/exports`, google, waiting, now })
const deps = { ...kept, sharedClock: createSharedClock(now, now) }
// Who is killed leaves no compiled code for the next one.
flushCompileCache()
console.log('ready')
for await (const line of createInterface(process.stdin)) {
  const command = WorkCommand.parse(JSON.parse(line))
  offsetMs = command.offsetMs
  if (command.dieAt !== null) await dieAt(command.dieAt, deps.database, import.meta.filename)
  await createWorker(deps, { handlers: createJobHandlers(deps), crashes: unbounded }).drain()
  console.log('done')
}
// The parent process has ended.
process.exit()
