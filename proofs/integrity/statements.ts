import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { z } from 'zod'
import { dialect } from '#drizzle/dialect.ts'

export const UpgradeInstruction = z.object({
  databaseUrl: z.string(),
  /** The process kills itself before its n-th statement that is not a read. */
  dieAt: z.int(),
})

const isRead = (text: string) => /^\s*(select|pragma)/i.test(text)

/** Kills this process before the n-th statement from now that is not a read, whichever connection it is for. */
export function dieAtStatement(n: number) {
  let passed = 0
  function pass(text: string) {
    if (isRead(text)) return
    passed += 1
    if (passed === n) process.kill(process.pid, 'SIGKILL')
  }
  const [prototype, name]: [object, string] = dialect === 'sqlite' ? [Sqlite.prototype, 'prepare'] : [Client.prototype, 'query']
  const act = z.custom<(...given: unknown[]) => unknown>((found) => typeof found === 'function').parse(Reflect.get(prototype, name))
  Object.assign(prototype, {
    [name](this: unknown, ...given: unknown[]) {
      const [query] = given
      pass(String(typeof query === 'object' && query !== null && 'text' in query ? query.text : query))
      return Reflect.apply(act, this, given)
    },
  })
}
