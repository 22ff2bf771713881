import { userInfo } from 'node:os'
import { openAsIs } from '#drizzle/open.ts'
import { recordFromShell, type ShellAct } from '#server/audit/shell.ts'

/** The name of the shell's user, for the audit log. A container may run as a user without a name. */
export function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * Adds what a command did to the audit log. A log that cannot be written changes nothing about it, and is told on the standard error: the
 * database may be away, or of an earlier version, which a backup does not change.
 */
export async function noteFromShell(databaseUrl: string, act: Omit<ShellAct, 'at' | 'operator'>) {
  try {
    const database = await openAsIs(databaseUrl)
    try {
      await recordFromShell(database.db, { ...act, at: new Date(), operator: operator() })
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(`The audit log does not tell of it: ${error instanceof Error ? error.message : String(error)}`)
  }
}
