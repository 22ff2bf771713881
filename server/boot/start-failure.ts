import { StartRefused } from '#shared/start-refused.ts'

/** What the system says of an address that cannot be listened at. */
type Unlistened = Error & { code: string; port: number; address: string }

const isUnlistened = (error: unknown): error is Unlistened => error instanceof Error && 'syscall' in error && error.syscall === 'listen'

const reasons: Partial<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process. Please end that one, or choose another port with PORT.',
  EACCES: 'may not be used by this user. Please choose a port above 1023 with PORT.',
  EADDRNOTAVAIL: 'is not an address of this machine. Please correct HOST.',
}

/** The one sentence for what whoever started the process can set right; null for anything else. */
function sentenceFor(error: unknown): string | null {
  if (error instanceof StartRefused) return error.message
  if (!isUnlistened(error)) return null
  const reason = reasons[error.code]
  return reason === undefined ? null : `${error.address}:${error.port} ${reason}`
}

/** Ends a process that failed before it served: with one sentence where that is enough, with the error and its stack otherwise. */
export function endStart(error: unknown): never {
  console.error(sentenceFor(error) ?? error)
  process.exit(1)
}
