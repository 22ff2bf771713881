/** Two rows would share a value that must be unique. */
export class UniqueViolation extends Error {}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

/** The database's own error as one of ours, the same on both dialects; everything else as it came. */
export function translated(error: unknown): unknown {
  const isUnique = causes(error).some((cause) => cause instanceof Error && 'code' in cause && uniqueCodes.has(String(cause.code)))
  return isUnique ? new UniqueViolation('a unique value is taken', { cause: error }) : error
}
