/** The server's answer to one call, as tRPC sends it. */
export type Answer = { result?: { data: unknown }; error?: object }

/** The answer to a failed call, with `appCode` and status as in the server's error table. */
export const failed = (status: number, appCode: string, message: string, issues?: readonly object[]): Answer => ({
  error: { message, code: -32_000, data: { code: appCode, httpStatus: status, appCode, issues } },
})
