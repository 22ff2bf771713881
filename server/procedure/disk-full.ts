import { hasCode } from './error-code.ts'

/** The codes for a full disk of the file system, of SQLite and of Postgres. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100'])

/** Whether a full disk is the cause of a failure. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, codes)
