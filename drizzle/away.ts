import { DatabaseError } from 'pg'

/** The database could not be asked: it is not there, refuses connections, or broke one. What was sent may or may not be done. */
export class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY'
}

/** Of Postgres' own errors: connections (class 08), a server that stops or starts (57P), and one without a free connection (53300). */
const aboutConnections = /^(08|57P|53300)/

/**
 * Postgres words every refusal of a statement itself; whatever else fails is the way to it. A TypeError is neither, but a mistake
 * of ours.
 */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError) return false
  if (error instanceof DatabaseError) return aboutConnections.test(error.code ?? '')
  return error.cause === undefined || isAway(error.cause)
}

/** Carries out work on Postgres; throws DatabaseAway in the place of whatever broke on the way there. */
export async function unlessAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isAway(error) ? new DatabaseAway('the database cannot be reached', { cause: error }) : error
  }
}
