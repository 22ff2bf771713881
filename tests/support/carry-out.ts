import type { SQL } from 'drizzle-orm'
import type { Database } from '#drizzle/database.ts'
import { dialect } from '#drizzle/dialect.ts'

const method = dialect === 'sqlite' ? 'run' : 'execute'

/** Runs a statement that drizzle's query builder cannot express. */
export async function carryOut({ native }: Pick<Database, 'native'>, statement: SQL) {
  await (native as Record<string, (given: SQL) => Promise<unknown>>)[method]?.(statement)
}
