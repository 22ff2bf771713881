// A worker that will be killed. It reports when it is ready, and waits for the start instruction.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { assembled } from './assembled.ts'
import { mutated } from './mutants.ts'
import { Instruction, timing } from './instruction.ts'
import { dieAt } from './crash-points.ts'

/** Dead workers are expected here and must not end the job. */
const unbounded = 1_000_000

const instruction = Instruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
const { databaseUrl, filesFolder, filesBucket, mutant, endpoints: platformEndpoints } = instruction
const kept = await assembled({ databaseUrl, filesFolder, filesBucket, platformEndpoints })
const deps = { ...kept, files: mutated(kept.files, mutant, filesFolder ?? '') }
const worker = createWorker(deps, { handlers: createJobHandlers(deps), crashes: unbounded, ...timing, leaseMs: instruction.leaseMs })
const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
if (instruction.dieAt !== null) await dieAt(instruction.dieAt, kept.database, import.meta.filename)
worker.start()
