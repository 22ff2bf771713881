// A database with two stores, people who listen, and a server that can be restarted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventsAfter, type NumberedEvent } from '#server/events/repo.ts'
import { createApiKey } from '#server/profile/keys.ts'
import { ApiKeyCreateRequest } from '#shared/api-keys.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson } from '../../scripts/people.ts'
import { assembled } from '../assembled.ts'
import type { TwoStores } from '../some-events.ts'
import { addTwoStores } from '../two-stores.ts'
import { startWorkerProcess, type WorkerProcess } from '../worker-process.ts'
import { Listening } from './instruction.ts'

export type EventEnvironment = {
  databaseUrl: string
  stores: TwoStores
  /** The key of a new person: an owner, or the manager of the first store. */
  keyOf(isOwner: boolean): Promise<string>
  /** All events, in their order. */
  events(): Promise<NumberedEvent[]>
  startServer(): Promise<{ port: number; server: WorkerProcess }>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openEventEnvironment(): Promise<EventEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-events-'))
  const database = await freshDatabase(folder)
  const deps = await assembled({ databaseUrl: database.url, dataDir: folder })
  const stores = await addTwoStores(deps)
  return {
    databaseUrl: database.url,
    stores,
    async keyOf(isOwner) {
      const id = await addPerson(deps, {
        email: `${crypto.randomUUID()}@proof.test`,
        name: 'Listener',
        password: null,
        assignments: [isOwner ? { role: 'owner', storeId: null } : { role: 'manager', storeId: stores.north }],
      })
      const viewer: Viewer = { id, grants: [{ storeId: isOwner ? null : stores.north, level: 100, permissions }] }
      const request = ApiKeyCreateRequest.parse({ name: 'Listener', permissions: ['settings:read', 'products:read', 'orders:read'] })
      return (await createApiKey(deps, viewer, request)).token
    },
    async events() {
      return eventsAfter(deps.database.db, 0, Number.MAX_SAFE_INTEGER)
    },
    async startServer() {
      const { promise, resolve } = Promise.withResolvers<number>()
      const onLine = (line: string) => {
        const { success, data } = Listening.safeParse(JSON.parse(line))
        if (success) resolve(data.port)
      }
      const server = await startWorkerProcess('events/server.ts', { databaseUrl: database.url }, { onLine })
      server.begin()
      return { port: await promise, server }
    },
    async [Symbol.asyncDispose]() {
      await deps.close()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
