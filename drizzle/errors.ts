/** Two rows would share a value that must be unique. */
export class UniqueViolation extends Error {}

/** A rule of the tables would be broken: there would be no active owner left. */
export class CheckViolation extends Error {}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
const checkCodes = new Set(['23514', 'SQLITE_CONSTRAINT_CHECK'])

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

const codesOf = (error: unknown) =>
  causes(error).flatMap((cause) => (cause instanceof Error && 'code' in cause ? [String(cause.code)] : []))

/** Postgres ended a transaction because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => codesOf(error).includes('40P01')

/** Another process or thread holds the write lock of the SQLite file. */
export const isBusy = (error: unknown): boolean => codesOf(error).some((code) => code.startsWith('SQLITE_BUSY'))

/** The database's own error as one of ours, the same on both dialects; everything else as it came. */
export function translated(error: unknown): unknown {
  const codes = codesOf(error)
  if (codes.some((code) => uniqueCodes.has(code))) return new UniqueViolation('a unique value is taken', { cause: error })
  if (codes.some((code) => checkCodes.has(code))) return new CheckViolation('a rule of the tables would be broken', { cause: error })
  return error
}
