// Types for callers who prefer tRPC's own client. This module has no code.
import type { Issue } from './errors.ts'

/** The `data` of a tRPC error. `appCode` is the server's code. */
export type ErrorData = { code: string; httpStatus: number; appCode: string; issues?: readonly Issue[] }
export type { AppRouter } from './generated/router.ts'
