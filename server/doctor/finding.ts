/** One result of a check. `mend`: what the operator does about it, in one sentence; every problem has one. */
export type Finding =
  | { level: 'ok'; says: string }
  | { level: 'warning'; says: string; mend?: string }
  | { level: 'problem'; says: string; mend: string }

export const ok = (says: string): Finding => ({ level: 'ok', says })
export const warning = (says: string, mend?: string): Finding => ({ level: 'warning', says, ...(mend === undefined ? {} : { mend }) })
export const problem = (says: string, mend: string): Finding => ({ level: 'problem', says, mend })

/** Ends a check that cannot be made. The message says why. */
export class NotChecked extends Error {}

/** For checks that have nothing to do while the database does not answer. The check of the database says why. */
export const silentDatabase = () => new NotChecked('the database does not answer.')

/** The text of the innermost cause: `fetch failed` and `Failed query` say nothing. Connection errors may have only a code. */
export function innermostReason(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  if (error.cause instanceof Error) return innermostReason(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
