import { hasCode } from './error-code.ts'

/** What a disk without room is called by the file system, by SQLite and by Postgres. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100'])

/** Whether a failure comes, at the bottom, of a disk that is full. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, codes)
