import { isUtf8 } from 'node:buffer'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** The position of one item's lines in the file: its own line and those of its children after it. */
export type Span = { id: string; start: number; end: number }

/** The counts of a file. `lines` counts objects of every kind, `roots` the items with an id. */
export type Contents = { bytes: number; lines: number; roots: number }

/** A file that is being downloaded to disk. Sorting needs random access, and the whole file is never held in memory. */
export type BulkFile = {
  /**
   * Yields complete items as they arrive and removes them from `left`, up to the first item that `mayGo` refuses. It ends there, or when
   * the download ends or fails. The last item stays, because only the complete file shows that the item is complete.
   */
  arriving(mayGo: (span: Span) => boolean): AsyncIterable<Span[]>
  /** The counts of the complete file. Rejects where the transfer breaks off. */
  whole: Promise<Contents>
  /** The remaining items, in the order of the file. */
  left(): readonly Span[]
  /** The content at these positions, one after another. */
  texts(spans: readonly Span[]): AsyncIterable<string>
  close(): Promise<void>
}

const newline = 10
/** Matches only the key itself, because quotes inside a string are escaped. */
const parentKey = Buffer.from('"__parentId":')
/** The id is near the start of its line, because the query requests `legacyResourceId` directly after `id`. */
const HEAD_BYTES = 200
/** Neighbouring items are read together, up to this size, because a read per item takes longer than parsing it. */
const READ_BYTES = 256 * 1024
const idKey = /"legacyResourceId":"(\d+)"/

/**
 * Indexes the items of a JSONL text that arrives in chunks. It keeps at most one line in memory. Throws where the text is not UTF-8 or has
 * more than `max` bytes.
 */
function createIndex(max: number) {
  const contents: Contents = { bytes: 0, lines: 0, roots: 0 }
  const spans: Span[] = []
  let rest: Buffer = Buffer.alloc(0)
  let last: Span | undefined
  function line(text: Buffer) {
    if (!isUtf8(text)) throw new Error('the file is no text')
    contents.lines++
    const start = contents.bytes
    contents.bytes += text.length
    if (text.includes(parentKey)) {
      if (last) last.end = contents.bytes
      return
    }
    const [, id = ''] = idKey.exec(text.toString('latin1', 0, HEAD_BYTES)) ?? []
    if (id !== '') contents.roots++
    last = { id, start, end: contents.bytes }
    spans.push(last)
  }
  return {
    contents,
    spans,
    add(chunk: Buffer) {
      let text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      for (let end = text.indexOf(newline); end !== -1; end = text.indexOf(newline)) {
        line(text.subarray(0, end + 1))
        text = text.subarray(end + 1)
      }
      rest = text
      if (contents.bytes + rest.length > max) throw new RangeError('the file is longer than it was said to be')
    },
    end() {
      if (rest.length > 0) line(rest)
    },
  }
}

/** An unlinked file. The system removes it when the process ends, even if the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'bulk-'))
  try {
    return await open(join(folder, 'bulk.jsonl'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const lengthOf = (spans: readonly Span[]) => (spans.at(-1)?.end ?? 0) - (spans[0]?.start ?? 0)
const isBehind = (spans: readonly Span[], { start }: Span) => spans.at(-1)?.end === start

/** Groups the spans so that one read fetches each group. */
function* reads(spans: readonly Span[]): Generator<Span[]> {
  let together: Span[] = []
  for (const span of spans) {
    if (!isBehind(together, span) || lengthOf([...together.slice(0, 1), span]) > READ_BYTES) {
      if (together.length > 0) yield together
      together = []
    }
    together.push(span)
  }
  if (together.length > 0) yield together
}

async function* textsOf(file: FileHandle, spans: readonly Span[]): AsyncGenerator<string> {
  // One buffer serves all reads, because the garbage collector frees large buffers late.
  let buffer: Buffer = Buffer.alloc(0)
  for (const together of reads(spans)) {
    const from = together[0]?.start ?? 0
    const bytes = lengthOf(together)
    if (buffer.length < bytes) buffer = Buffer.allocUnsafe(bytes)
    await file.read(buffer, 0, bytes, from)
    for (const { start, end } of together) yield buffer.toString('utf8', start - from, end - from)
  }
}

/** Starts to download a file of this size and indexes it on the way. */
export async function keepFile(body: Readable, bytes: number): Promise<BulkFile> {
  const handle = await openNameless()
  const index = createIndex(bytes)
  let isOver = false
  let news = Promise.withResolvers<void>()

  async function layDown(): Promise<Contents> {
    try {
      for await (const piece of body as AsyncIterable<Buffer>) {
        await handle.appendFile(piece)
        index.add(piece)
        news.resolve()
      }
      index.end()
      return index.contents
    } finally {
      isOver = true
      news.resolve()
    }
  }
  const whole = layDown()
  // A caller that awaits it handles the failure. Without such a caller, it is ignored.
  whole.catch(() => {})

  return {
    whole,
    left: () => index.spans,
    texts: (spans) => textsOf(handle, spans),
    async *arriving(mayGo) {
      for (;;) {
        const complete = index.spans.slice(0, -1)
        const blocked = complete.findIndex((span) => !mayGo(span))
        if (blocked !== 0 && complete.length > 0) yield index.spans.splice(0, blocked === -1 ? complete.length : blocked)
        if (blocked !== -1 || isOver) return
        await news.promise
        news = Promise.withResolvers<void>()
      }
    },
    async close() {
      body.destroy()
      await whole.catch(() => {})
      await handle.close()
    },
  }
}
