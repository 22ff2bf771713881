import { Readable } from 'node:stream'

/** Server-sent events that are sent to the caller while they come. */
export class EventStream {
  readonly body: Readable

  constructor(chunks: AsyncIterable<string>) {
    this.body = Readable.from(chunks, { objectMode: false })
  }
}
