import type { ErrorCode } from '#shared/errors.ts'

/** The values of a failed job's row. */
export const failedWith = (code: ErrorCode, message: string, at: Date) => ({
  status: 'failed' as const,
  errorCode: code,
  errorMessage: message,
  finishedAt: at,
  waitingFor: null,
})
