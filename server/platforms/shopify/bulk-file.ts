import { isUtf8 } from 'node:buffer'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where one thing's lines lie in the file: its own and, behind it, those of its children. */
export type Span = { id: string; start: number; end: number }

/** What was found in a file. `lines` counts objects of every kind; `isText`: all of them are UTF-8. */
export type Contents = { bytes: number; lines: number; isText: boolean; spans: Span[] }

export type BulkFile = Contents & {
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
const READ_BYTES = 1024 * 1024
const idKey = /"legacyResourceId":"(\d+)"/

/** Passes a JSONL text on and finds the things in it, holding no more than a line. Fails where there are more bytes than `most`. */
function indexing(contents: Contents, most: number): Transform {
  let rest: Buffer = Buffer.alloc(0)
  function line(text: Buffer) {
    contents.lines++
    contents.isText &&= isUtf8(text)
    const start = contents.bytes
    contents.bytes += text.length
    const last = contents.spans.at(-1)
    if (text.includes(parentKey)) {
      if (last) last.end = contents.bytes
      return
    }
    const [, id = ''] = idKey.exec(text.toString('latin1', 0, HEAD_BYTES)) ?? []
    contents.spans.push({ id, start, end: contents.bytes })
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      for (let end = text.indexOf(newline); end !== -1; end = text.indexOf(newline)) {
        line(text.subarray(0, end + 1))
        text = text.subarray(end + 1)
      }
      rest = text
      if (contents.bytes + rest.length > most) done(new RangeError('the file is longer than it was said to be'))
      else done(null, chunk)
    },
    flush(done) {
      if (rest.length > 0) line(rest)
      done()
    },
  })
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
  for (const together of reads(spans)) {
    const from = together[0]?.start ?? 0
    const bytes = lengthOf(together)
    const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, from)
    for (const { start, end } of together) yield buffer.toString('utf8', start - from, end - from)
  }
}

/** Lays a file of so many bytes down on disk, and says what is in it: what has to be joined and put in order is never held in memory. */
export async function keepFile(body: Readable, bytes: number, signal?: AbortSignal): Promise<BulkFile> {
  const handle = await openNameless()
  const contents: Contents = { bytes: 0, lines: 0, isText: true, spans: [] }
  try {
    await pipeline(body, indexing(contents, bytes), (chunks: AsyncIterable<Buffer>) => handle.writeFile(chunks), signal ? { signal } : {})
  } catch (error) {
    await handle.close()
    throw error
  }
  return { ...contents, texts: (spans) => textsOf(handle, spans), close: () => handle.close() }
}
