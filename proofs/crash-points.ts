// Points at which a worker can be killed: before and after each operation on the disk, the database or the network, and where wanted each
// packet.
import diagnostics from 'node:diagnostics_channel'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { Client } from 'pg'
import { dialect } from '#drizzle/dialect.ts'
import type { Database } from '#drizzle/database.ts'

let passed = 0
let deadline = Number.POSITIVE_INFINITY

function point() {
  passed += 1
  if (passed === deadline) process.kill(process.pid, 'SIGKILL')
}

function around<Args extends unknown[], Result>(act: (this: unknown, ...args: Args) => Promise<Result>) {
  return async function (this: unknown, ...args: Args) {
    point()
    const result = await act.apply(this, args)
    point()
    return result
  }
}

async function watchFiles(anyFile: string) {
  const handle = await fs.open(anyFile, 'r')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  for (const name of ['write', 'datasync', 'sync'] as const) {
    const act: (...given: never[]) => Promise<unknown> = prototype[name]
    Object.assign(prototype, {
      [name]: around(async function (this: unknown, ...given: unknown[]) {
        const result: unknown = await Reflect.apply(act, this, given)
        return result
      }),
    })
  }
  Object.assign(fs, { rename: around(fs.rename), rm: around(fs.rm) })
  syncBuiltinESMExports()
}

/** Every statement except reads is a point, including `begin` and `commit`. */
function watchPostgres() {
  const prototype: { query: (...given: never[]) => unknown } = Client.prototype
  const act = prototype.query
  Object.assign(Client.prototype, {
    query(this: Client, ...given: unknown[]) {
      const [query] = given
      const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query
      if (!String(text).startsWith('select')) point()
      return Reflect.apply(act, this, given) as unknown
    },
  })
}

function watchSqlite({ db }: Database) {
  for (const verb of ['insert', 'update', 'delete'] as const) {
    const act: (...given: never[]) => unknown = db[verb]
    Object.assign(db, {
      [verb]: (...given: unknown[]) => {
        point()
        return Reflect.apply(act, db, given) as unknown
      },
    })
  }
}

/** What sockets send and get. */
function watchSockets() {
  const prototype: { write: (...given: never[]) => unknown; push: (...given: never[]) => unknown } = Socket.prototype
  for (const name of ['write', 'push'] as const) {
    const act = prototype[name]
    Object.assign(prototype, {
      [name](this: Socket, ...given: unknown[]) {
        point()
        const result: unknown = Reflect.apply(act, this, given)
        point()
        return result
      },
    })
  }
}

/** The number of points so far. */
export const pointsPassed = () => passed

/** Dies at the n-th point from now. `sockets`: whether each packet is a point, too. */
export async function dieAt(n: number, database: Database, anyFile: string, { sockets = false } = {}) {
  if (sockets) watchSockets()
  await watchFiles(anyFile)
  diagnostics.subscribe('undici:request:create', point)
  diagnostics.subscribe('undici:request:headers', point)
  // The calls of the SDK for S3.
  diagnostics.subscribe('http.client.request.start', point)
  diagnostics.subscribe('http.client.response.finish', point)
  if (dialect === 'sqlite') watchSqlite(database)
  else watchPostgres()
  // The point after a commit.
  Object.assign(database, { batch: around(database.batch) })
  deadline = n
}
