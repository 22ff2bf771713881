import { Readable } from 'node:stream'

/** A file on its way to the caller. `warning` is what is known to be missing before the first byte. */
export class Download {
  readonly filename: string
  readonly body: Readable
  readonly warning: string | null

  constructor(filename: string, chunks: AsyncIterable<string | Uint8Array>, warning: string | null) {
    this.filename = filename
    this.body = Readable.from(chunks, { objectMode: false })
    this.warning = warning
  }
}
