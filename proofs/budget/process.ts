// A process of the proof. It says when it is ready, waits for the start instruction, and prints each list that was opened.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '#sandbox/catalogue/random.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createCatalogueKeeper } from '#server/catalogue/keeper.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { patience } from '#server/platforms/retry.ts'
import { activeStores, shopOf } from '#server/stores/service.ts'
import { AppError } from '#shared/errors.ts'
import { assembled } from '../assembled.ts'
import { BudgetInstruction, type OpenedList } from './instruction.ts'

const { databaseUrl, endpoints, folder, role, seed } = BudgetInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
const deps = await assembled({ databaseUrl, platformEndpoints: endpoints, dataDir: folder })
const random = randomFrom(seed)
/** The lists of a process that are open at once in a rush. */
const atOnce = 2
const usualPauseMs = 4_000

async function openList(store: Awaited<ReturnType<typeof activeStores>>[number]) {
  const begun = performance.now()
  let waitedMs = 0
  let waitsSince: number | null = null
  const noteWait = (reason: string | null) => {
    if (waitsSince !== null) waitedMs += performance.now() - waitsSince
    waitsSince = reason === null ? null : performance.now()
  }
  const tell = (error: string | null) => {
    noteWait(null)
    const list: OpenedList = { shop: store.domain, waitedMs, ms: performance.now() - begun, error }
    console.log(JSON.stringify(list))
  }
  try {
    await shopOf(deps, store, { onWait: noteWait, patience: patience.interactive }).products({ limit: 50 })
    tell(null)
  } catch (error) {
    tell(error instanceof AppError ? error.code : String(error))
  }
}

async function openLists(pauses: () => number) {
  const stores = await activeStores(deps)
  for (const store of stores)
    void (async () => {
      for (;;) {
        await pause(pauses())
        await openList(store)
      }
    })()
}

const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
if (role === 'worker') {
  createWorker(deps, { handlers: createJobHandlers(deps) }).start()
  createCatalogueKeeper(deps).start()
} else if (role === 'web') await openLists(() => random.int(2 * usualPauseMs))
else for (let loop = 0; loop < atOnce; loop++) await openLists(() => 0)
