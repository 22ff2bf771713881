// A worker that is there to be killed. It says when it is ready, and begins when it is told to.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { assembled } from './assembled.ts'
import { mutated } from './mutants.ts'
import { Instruction, timing } from './instruction.ts'
import { dieAt } from './crash-points.ts'

/** A worker that dies is the point here, and no reason to give its job up. */
const unbounded = 1_000_000

const instruction = Instruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
const { databaseUrl, filesFolder, endpoints: platformEndpoints } = instruction
const kept = await assembled({ databaseUrl, filesFolder, platformEndpoints })
const deps = { ...kept, files: mutated(kept.files, instruction.mutant, instruction.filesFolder ?? '') }
const worker = createWorker(deps, { handlers: createJobHandlers(deps), crashes: unbounded, ...timing, leaseMs: instruction.leaseMs })
const lines = createInterface(process.stdin)
// Whoever hired it is gone.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
if (instruction.dieAt !== null) await dieAt(instruction.dieAt, kept.database, import.meta.filename)
worker.start()
