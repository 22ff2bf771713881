/** What a disk without room is called by the file system, by SQLite and by Postgres. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100'])

/** Whether a failure comes, at the bottom, of a disk that is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && typeof error.code === 'string' && codes.has(error.code)) || isDiskFull(error.cause)
}
