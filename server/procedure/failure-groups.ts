import type { ErrorCode } from '#shared/errors.ts'

/** How a call into a shop can fail. */
export const shopFailures = [
  'STORE_REJECTED',
  'STORE_LACKS_SCOPE',
  'STORE_UNAVAILABLE',
  'STORE_REFUSED',
  'STORE_BUSY',
  'STORE_UNREACHABLE',
  'STORE_ANSWER_INVALID',
] as const satisfies readonly ErrorCode[]

/** How a call to Google Sheets can fail. */
export const sheetFailures = [
  'SHEET_REFUSED',
  'SHEET_FULL',
  'SHEETS_BUSY',
  'SHEETS_UNREACHABLE',
  'SHEETS_ACCOUNT_REFUSED',
  'SHEETS_OFF',
] as const satisfies readonly ErrorCode[]

/** Failures of exports that the caller waits for: they run as jobs do, and end as jobs do. */
export const awaitedExportFailures = [
  ...shopFailures,
  'STORE_INACTIVE',
  'STORE_MOVED',
  'INCOMPLETE',
  'JOB_CANCELLED',
  'DISK_FULL',
] as const satisfies readonly ErrorCode[]
