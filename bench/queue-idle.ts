import { setTimeout as rest } from 'node:timers/promises'
import { Client } from 'pg'
import type Sqlite from 'better-sqlite3'
import { dialect } from '#drizzle/dialect.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { assembled } from '../proofs/assembled.ts'
import { figure, type Finding } from './report.ts'

const workers = 10
const most = 60
const minuteMs = 60_000
/** Until all have settled who has the watch. */
const settlingMs = 5_000

let statements = 0

/** Counts a method's calls. */
function counted<Name extends string>(object: Record<Name, (...given: never[]) => unknown>, name: Name) {
  const method = object[name]
  object[name] = function call(this: unknown, ...given: never[]) {
    statements += 1
    return method.apply(this, given)
  }
}

/** The statements of ten workers without a job in a minute. */
export async function measureIdle(databaseUrl: string): Promise<Finding[]> {
  if (dialect === 'postgres') counted(Client.prototype as never, 'query')
  const all = await Promise.all(Array.from({ length: workers }, () => assembled({ databaseUrl })))
  if (dialect === 'sqlite') for (const { database } of all) counted(database.native['$client'] as Sqlite.Database as never, 'prepare')
  const crew = all.map((deps) => createWorker(deps, { handlers: {} as never }))
  for (const worker of crew) worker.start()
  await rest(settlingMs)
  statements = 0
  await rest(minuteMs)
  const seen = statements
  for (const worker of crew) await worker.stop()
  for (const deps of all) await deps.close()
  const found = figure('Statements of ten idle workers in a minute', String(seen))
  // With SQLite, each looks whenever the file has changed, and all are on the machine of the file.
  return [dialect === 'sqlite' ? found : { ...found, goal: `at most ${most}`, isMet: seen <= most }]
}
