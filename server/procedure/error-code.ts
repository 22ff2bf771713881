/** Whether the failure, or one of its causes, has one of these codes of the system or of a database. */
export function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && typeof error.code === 'string' && codes.has(error.code)) || hasCode(error.cause, codes)
}
