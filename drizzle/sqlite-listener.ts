import type Sqlite from 'better-sqlite3'
import type { Listener } from '#drizzle/database.ts'

/** Calls `heard` after a change of the file, by any connection. Neither number needs a lock or reads a table. */
export function listenToFile(client: Sqlite.Database, heard: () => void, everyMs: number): Listener {
  const changesHere = client.prepare('select total_changes()').pluck()
  const state = () => `${String(client.pragma('data_version', { simple: true }))} ${String(changesHere.get())}`
  let last = ''
  const timer = setInterval(() => {
    const now = state()
    if (now !== last) heard()
    last = now
  }, everyMs)
  return { close: async () => clearInterval(timer) }
}
