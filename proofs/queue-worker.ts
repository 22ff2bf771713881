// A worker with small jobs. Each run either writes a unique line or kills the whole process.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { noCounts } from '#shared/jobs.ts'
import { settings } from '#drizzle/schema.ts'
import type { JobHandler } from '#server/jobs/handler.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { assembled } from './assembled.ts'
import { QueueInstruction, timing } from './instruction.ts'

const instruction = QueueInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
const deps = await assembled(instruction)
const small: JobHandler = {
  assertAllowed: async () => {},
  async run(job) {
    if (instruction.isPoison) process.kill(process.pid, 'SIGKILL')
    await deps.database.db.insert(settings).values({ key: `${job.id} ${job.attempts}`, value: process.pid })
    const now = new Date().toISOString()
    const receipt = {
      columns: [],
      filter: {},
      limit: 1,
      isLimitHit: false,
      startedAt: now,
      finishedAt: now,
      sha256: null,
      file: null,
      stores: [],
    }
    return { counts: noCounts, receipt, warning: null, files: [], sheet: null, incomplete: null }
  },
  discard: async () => null,
}
const worker = createWorker(deps, { handlers: { product_export: small, order_export: small }, ...timing, leaseMs: instruction.leaseMs })
const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
worker.start()
