/** Two rows would have the same value in a unique column. */
export class UniqueViolation extends Error {}

/** A check constraint would be violated: no active owner would be left. */
export class CheckViolation extends Error {}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
const checkCodes = new Set(['23514', 'SQLITE_CONSTRAINT_CHECK'])

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

export const codesOf = (error: unknown) =>
  causes(error).flatMap((cause) => (cause instanceof Error && 'code' in cause ? [String(cause.code)] : []))

/** Whether an error, or one of its causes, has one of these codes. */
export const hasDatabaseCode = (error: unknown, codes: readonly string[]): boolean => codesOf(error).some((code) => codes.includes(code))

/** Postgres ended a transaction because of a deadlock. */
export const isDeadlock = (error: unknown): boolean => codesOf(error).includes('40P01')

/** Another process or thread holds the write lock of the SQLite file. */
export const isBusy = (error: unknown): boolean => codesOf(error).some((code) => code.startsWith('SQLITE_BUSY'))

/** Maps the database's own errors to ours, which are the same on both dialects. Other errors are returned unchanged. */
export function translated(error: unknown): unknown {
  const codes = codesOf(error)
  if (codes.some((code) => uniqueCodes.has(code))) return new UniqueViolation('a unique value is taken', { cause: error })
  if (codes.some((code) => checkCodes.has(code))) return new CheckViolation('a rule of the tables would be broken', { cause: error })
  return error
}
