import type { ColumnKind } from '#server/export/column-kinds.ts'
import type { Cell } from './csv.ts'

/** One export: all attempts share its key, which is fit for a file name, and when it was asked for, for names that people read. Attempts are numbered upwards. */
export type SinkRun = { key: string; attempt: number; createdAt: Date }

export type SinkStart = SinkRun & {
  columns: readonly string[]
  /** What the values of the columns are, in their order. */
  kinds: readonly ColumnKind[]
  /** How many decimals the amounts have. */
  moneyDecimals: number
  /** Products or orders that will come; each makes at least one row. `null`: the platform cannot count them. */
  expectedItems: number | null
  /** What the last `write` that was kept answered; `null`: nothing was kept, begin anew. */
  position: unknown
  signal: AbortSignal
  /** Says to whoever watches why nothing moves; `null`: it moves again. */
  wait(reason: string | null): void
}

/** What an export left behind for its user. `notes` go into the job's warning. */
export type SinkResult = {
  file?: { id: string; name: string; bytes: number; sha256: string }
  sheet?: { name: string; url: string }
  /** What went to the caller and is kept nowhere. */
  sent?: { sha256: string }
  notes: readonly string[]
}

/** An open sink. Rows come in order, the header is the sink's own business. */
export type RowSink = {
  /**
   * Takes rows. Answers a place (JSON) once all rows so far outlive a crash, so that a later attempt can be opened there; the
   * rows behind the last place kept are then written again and must not end up twice. `null`: some are still held back.
   */
  write(rows: readonly (readonly Cell[])[]): Promise<unknown>
  /** Writes what is held back and makes the whole visible at once. After a crash in between, an attempt opened at the last place finishes again. */
  finish(): Promise<SinkResult>
  /** Lets go of handles; what was kept stays for the next attempt. Called once, also after `finish`. */
  close(): Promise<void>
}

/** What a sink kept is gone: the export has to begin anew. */
export class PositionLost extends Error {}

/** A kind of destination: a file, a spreadsheet. Throws `AppError`s that users can read. */
export type Sink = {
  /** Throws `PlaceLost` where what was kept up to `place` is not there any more. */
  open(start: SinkStart): Promise<RowSink>
  /** Takes away what the attempts up to this one of a failed export left, whole or not, from any process; where there is nothing, does nothing. */
  discard(run: SinkRun): Promise<void>
}
