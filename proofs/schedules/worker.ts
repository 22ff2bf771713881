// A worker that makes the runs of due schedules and may be killed. It reports when it is ready, waits for the start instruction, and ends
// when nothing is due.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { dialect } from '#drizzle/dialect.ts'
import { createSharedClock } from '#drizzle/shared-clock.ts'
import { assembleWork } from '#server/boot/assemble-work.ts'
import { firingOf } from '#server/schedules/fire.ts'
import { dieAt } from '../crash-points.ts'
import { proofOptions } from '../proof-options.ts'
import { FiringInstruction } from './instruction.ts'

const { databaseUrl, skewMs, loops, dieAt: point } = FiringInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
const assembled = await assembleWork({ ...proofOptions, databaseUrl })
const now = () => Date.now() + skewMs
// SQLite has one machine and so one clock.
const deps = { ...assembled, ...(dialect === 'postgres' ? { now, sharedClock: createSharedClock(now) } : {}) }
const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
if (point !== null) await dieAt(point, deps.database, import.meta.filename)
const fire = firingOf(deps)
await Promise.all(Array.from({ length: loops }, () => fire(new AbortController().signal)))
process.exit()
