// A worker that is there to be killed. It says when it is ready, and begins when it is told to.
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { assemble } from '#server/assemble.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createKinds } from '#server/kinds.ts'
import { createLogger } from '#server/logging.ts'
import { mutated } from './mutants.ts'
import { appSecret, Order, timing } from './order.ts'
import { dieAt } from './points.ts'

/** A worker that dies is the point here, and no reason to give its job up. */
const unbounded = 1_000_000

const order = Order.parse(JSON.parse(process.env['ORDER'] ?? ''))
const assembled = await assemble({
  databaseUrl: order.databaseUrl,
  appSecret,
  appUrl: 'http://localhost:3000',
  passwordMinLength: 6,
  dataDir: tmpdir(),
  mail: { smtpUrl: null, from: 'proof@localhost' },
  platformEndpoints: order.endpoints,
  filesFolder: order.filesFolder,
  now: () => Date.now(),
  log: createLogger('error', process.stderr),
})
const deps = { ...assembled, files: mutated(assembled.files, order.mutant, order.filesFolder ?? '') }
const worker = createWorker(deps, { kinds: createKinds(deps), crashes: unbounded, ...timing })
const lines = createInterface(process.stdin)
console.log('ready')
await once(lines, 'line')
if (order.dieAt !== null) await dieAt(order.dieAt, assembled.database, import.meta.filename)
worker.start()
