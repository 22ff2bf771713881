import { isUtf8 } from 'node:buffer'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where one thing's lines lie in the file: its own and, behind it, those of its children. */
export type Span = { id: string; start: number; end: number }

/** What was found in a file. `lines` counts objects of every kind, `roots` the things among them that have an id. */
export type Contents = { bytes: number; lines: number; roots: number }

/** A file that is being laid down on the disk: what has to be joined and put in order is never held in memory. */
export type BulkFile = {
  /**
   * Things whose lines are all there, as they come, and takes them out of `left`: each that `mayGo`, up to the first that may not. Ends there,
   * and when nothing more comes, be it the end or a break. The last thing stays: only the whole file tells that it is all there.
   */
  arriving(mayGo: (span: Span) => boolean): AsyncIterable<Span[]>
  /** All of it. Rejects where the transfer breaks. */
  whole: Promise<Contents>
  /** The things that were not taken out, in the file's order. */
  left(): readonly Span[]
  /** What stands at these places, one after another. */
  texts(spans: readonly Span[]): AsyncIterable<string>
  close(): Promise<void>
}

const newline = 10
/** Inside a text the quotes would be escaped, so that only the key itself looks like this. */
const parentKey = Buffer.from('"__parentId":')
/** We ask for the number right behind the id. */
const HEAD_BYTES = 200
/** What lies side by side is read at once, up to so much: a read for each thing takes longer than understanding it. */
const READ_BYTES = 256 * 1024
const idKey = /"legacyResourceId":"(\d+)"/

/** Finds the things in a JSONL text that comes piece by piece, holding no more than a line. Throws where it is no UTF-8, or more bytes than `most`. */
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

/** A file without a name, so that it is gone with whoever holds it, also where the process is killed. */
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

/** The spans in such groups as one read each can fetch. */
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
  // One for all reads: garbage of that size would lie about for long.
  let buffer: Buffer = Buffer.alloc(0)
  for (const together of reads(spans)) {
    const from = together[0]?.start ?? 0
    const bytes = lengthOf(together)
    if (buffer.length < bytes) buffer = Buffer.allocUnsafe(bytes)
    await file.read(buffer, 0, bytes, from)
    for (const { start, end } of together) yield buffer.toString('utf8', start - from, end - from)
  }
}

/** Begins to lay a file of so many bytes down, and says what is in it while it comes. */
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
  // Met by whoever waits for it, or nobody wants it any more.
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
