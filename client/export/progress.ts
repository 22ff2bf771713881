/** What an export gave, in the words known so far, and the job that records it, to look up the rest. */
export type ExportResult = { known: string; jobId: string | null }

/** What is said of an export that went well, for how long, and where its sheet is, if it made one. */
export type ExportOutcome = { message: string; result?: ExportResult; warning: string | null; closeAfterMs: number; sheetUrl?: string }

/** The progress of an export: 10 % prepared, 30 % requested, 70 % receiving, 90 % received (orders only), 100 % done. */
export type ExportProgress =
  | { state: 'idle' }
  | { state: 'preparing'; percent: 10 }
  | { state: 'exporting'; percent: 30 | 70 | 90 }
  | ({ state: 'success'; percent: 100 } & ExportOutcome)
  | { state: 'error'; message: string }

export type ProgressEvent =
  | { type: 'started' }
  | { type: 'asked' }
  | { type: 'answered' }
  | { type: 'received' }
  | { type: 'done'; outcome: ExportOutcome }
  | { type: 'failed'; message: string }
  | { type: 'closed' }

export const idle: ExportProgress = { state: 'idle' }

export const isRunning = ({ state }: ExportProgress): boolean => state === 'preparing' || state === 'exporting'

/** The next state. Events after the end of an export are ignored. */
export function progressAfter(progress: ExportProgress, event: ProgressEvent): ExportProgress {
  if (event.type === 'closed') return idle
  if (event.type === 'started') return { state: 'preparing', percent: 10 }
  if (!isRunning(progress)) return progress
  if (event.type === 'asked') return { state: 'exporting', percent: 30 }
  if (event.type === 'answered') return { state: 'exporting', percent: 70 }
  if (event.type === 'received') return { state: 'exporting', percent: 90 }
  if (event.type === 'done') return { state: 'success', percent: 100, ...event.outcome }
  return { state: 'error', message: event.message }
}
