import { AppError } from '#shared/errors.ts'
import { StartRefused } from '#shared/start-refused.ts'

/** The system's error for an address that the process cannot listen on. */
type Unlistened = Error & { code: string; port: number; address: string }

const isUnlistened = (error: unknown): error is Unlistened => error instanceof Error && 'syscall' in error && error.syscall === 'listen'

const reasons: Partial<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process. Please end that one, or choose another port with PORT.',
  EACCES: 'may not be used by this user. Please choose a port above 1023 with PORT.',
  EADDRNOTAVAIL: 'is not an address of this machine. Please correct HOST.',
}

/** The message for errors that the operator can fix. null: any other error. */
function sentenceFor(error: unknown): string | null {
  if (error instanceof StartRefused || error instanceof AppError) return error.message
  if (!isUnlistened(error)) return null
  const reason = reasons[error.code]
  return reason === undefined ? null : `${error.address}:${error.port} ${reason}`
}

/** Ends a process whose start failed. Prints the message where there is one, and the error with its stack otherwise. */
export function endStart(error: unknown): never {
  console.error(sentenceFor(error) ?? error)
  process.exit(1)
}
