// Examples of the system's state.
import type { z } from 'zod'
import type { schemas } from './schemas.ts'
import { platforms } from '#shared/platforms.ts'

const at = '2026-03-02T09:35:00.000Z'
const started = '2026-03-01T04:00:00.000Z'
const of = { machine: 'shop-desk-1', version: '0.1.0', startedAt: started, seenAt: at }
const web = { id: '5b0c', role: 'web', ...of, isSelf: true } satisfies z.input<typeof schemas.SystemProcess>
const store = {
  id: 'st_north',
  name: 'North',
  platform: platforms[0],
  isActive: true,
  state: 'connected',
  stateSince: started,
  stateReason: null,
  lastAnswerAt: at,
  isHeldBack: false,
  budget: { available: 1_940, maximum: 2_000 },
} satisfies z.input<typeof schemas.SystemStore>
const system = {
  at,
  version: '0.1.0',
  node: 'v24.11.0',
  processes: [web, { id: '77d2', role: 'worker', ...of, isSelf: false }],
  database: { kind: 'postgres', isUp: true, bytes: 48_300_000, appliedMigrations: 14, pendingMigrations: 0 },
  queue: { open: { running: 1, waiting: 2 }, oldestWaitingSeconds: 4.2 },
  stores: [store],
  mail: { isSent: true, waiting: 0, oldestWaitingSeconds: 0, refused: 0, failingSince: null },
  mainDelay: { median: 0.0004, p99: 0.004, most: 0.021 },
  workerDelay: { median: 0.0005, p99: 0.032, most: 0.11 },
  hasWorkerThread: true,
  disk: { freeBytes: 31_000_000_000, bytes: 80_000_000_000 },
  google: { source: 'settings', email: 'exports@my-project.iam.gserviceaccount.com' },
  failures: [{ code: 'STORE_UNREACHABLE', count: 1 }],
  lastBackupAt: '2026-03-02T02:00:00.000Z',
} satisfies z.input<typeof schemas.SystemState>
const finding = {
  check: 'data folder',
  level: 'warning',
  says: '/srv/backcounter has 870 MB free.',
  mend: 'Make room, or move the folder to a larger disk.',
} satisfies z.input<typeof schemas.SystemFinding>

export const systemExamples = {
  SystemProcess: web,
  SystemStore: store,
  SystemState: system,
  SystemResponse: { system },
  SystemFinding: finding,
  SystemCheckResponse: { checkedAt: at, findings: [finding] },
}
