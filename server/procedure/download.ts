import { Readable } from 'node:stream'

/** A complete file: its size, the part that is sent (`null`: all of it), and a tag that changes with its bytes. */
export type Whole = { size: number; range: { start: number; end: number } | null; tag: string }

/** A file that is sent to the caller. `warning` names what is known to be missing before the first byte. */
export class Download {
  readonly filename: string
  readonly body: Readable
  readonly warning: string | null
  /** null for a file that is made while it is sent. */
  readonly whole: Whole | null
  /** The id of the job that records it, if one does. */
  readonly job: string | null

  constructor(
    filename: string,
    chunks: AsyncIterable<string | Uint8Array>,
    warning: string | null,
    whole: Whole | null = null,
    job: string | null = null,
  ) {
    this.filename = filename
    this.body = Readable.from(chunks, { objectMode: false })
    // If nobody reads the body, the source does not learn that it is closed.
    if (chunks instanceof Readable) this.body.once('close', () => chunks.destroy())
    this.warning = warning
    this.whole = whole
    this.job = job
  }
}
