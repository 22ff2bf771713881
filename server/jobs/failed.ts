import type { ErrorCode } from '#shared/errors.ts'

/** What a job's row says once it has failed, and why. */
export const failedWith = (code: ErrorCode, message: string, at: Date) => ({
  status: 'failed',
  errorCode: code,
  errorMessage: message,
  finishedAt: at,
  waitingFor: null,
})
