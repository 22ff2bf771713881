import type { ColumnKind } from '#server/export/column-kinds.ts'
import type { Cell } from './csv.ts'

/**
 * One export. All attempts share its key, which is safe as a file name, and its request time, which is part of visible names. Attempts are
 * numbered upwards.
 */
export type SinkRun = { key: string; attempt: number; createdAt: Date }

export type SinkStart = SinkRun & {
  columns: readonly string[]
  /** The kind of value of each column, in order. */
  kinds: readonly ColumnKind[]
  /** The column that marks the rows of deleted items. Their other cells only name the item. Absent: there are no such rows. */
  deletedColumn?: number
  /** The time zone of visible names. */
  timezone: string
  /** The number of decimals of amounts. */
  moneyDecimals: number
  /** The expected number of products or orders. Each makes at least one row. `null`: the platform cannot count them. */
  expectedItems: number | null
  /** The last stored position. `null`: none was stored, start from the beginning. */
  position: unknown
  signal: AbortSignal
  /** Reports to the user why the export waits. `null`: it continues. */
  wait(reason: string | null): void
}

/** The result of an export for its user. `notes` become part of the job's warning. */
export type SinkResult = {
  file?: { id: string; name: string; bytes: number; sha256: string }
  sheet?: { name: string; url: string }
  /** What went to the caller and is kept nowhere. */
  sent?: { name: string; bytes: number; sha256: string }
  notes: readonly string[]
}

/** An open sink. It receives rows in order and writes the header itself. */
export type RowSink = {
  /**
   * Takes rows. Returns a position (JSON) once all rows so far are durable, so that a later attempt can resume there. It then writes the
   * rows after the last stored position again, and they must not appear twice. `null`: some rows are still buffered.
   */
  write(rows: readonly (readonly Cell[])[]): Promise<unknown>
  /**
   * Writes the buffered rows and publishes the whole at once. After a crash in between, an attempt that resumes at the last position
   * finishes again.
   */
  finish(): Promise<SinkResult>
  /** Closes handles. Durable rows stay for the next attempt. Called once, also after `finish`. */
  close(): Promise<void>
}

/** The stored rows of a sink are gone: the export has to restart. */
export class PositionLost extends Error {}

/** A kind of destination: a file, a spreadsheet. Throws `AppError`s that users can read. */
export type Sink = {
  /** Throws `PositionLost` where the rows up to `position` no longer exist. */
  open(start: SinkStart): Promise<RowSink>
  /**
   * Removes the output of a failed export's attempts up to this one, complete or not, from any process. Does nothing where there is none.
   * Returns what people have to know about what stays. null: nothing.
   */
  discard(run: SinkRun): Promise<string | null>
}
