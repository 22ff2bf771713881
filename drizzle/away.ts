import { DatabaseError } from 'pg'

/** The database cannot be reached, refuses connections, or lost one. It is unknown whether the statement was executed. */
export class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY'
}

/**
 * Postgres' own connection errors: connection exceptions (class 08), a server that stops or starts (57P), and too many connections (53300).
 */
const aboutConnections = /^(08|57P|53300)/

/**
 * Postgres reports every refused statement as a DatabaseError. Other errors concern the connection, except TypeErrors, which are
 * programming errors.
 */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError) return false
  if (error instanceof DatabaseError) return aboutConnections.test(error.code ?? '')
  return error.cause === undefined || isAway(error.cause)
}

/** Runs work on Postgres. Throws DatabaseAway in place of connection errors. */
export async function unlessAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isAway(error) ? new DatabaseAway('the database cannot be reached', { cause: error }) : error
  }
}
