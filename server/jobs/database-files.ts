import { createHash, type Hash } from 'node:crypto'
import type { Database, Db } from '#drizzle/database.ts'
import { AppError } from '#shared/errors.ts'
import { addChunk, chunkAt, copyChunks, filesBeginning, removeChunks, renameChunks } from '#server/jobs/chunks-repo.ts'
import { attemptOf, partOf, type FileStore, type FilePart, type PartName } from '#server/jobs/files.ts'

/** The chunk size: rows of about this size transfer well. */
const chunkBytes = 1024 * 1024

const partFile = (id: string) => `${id}.part`
const publishedFile = (id: string) => `${id}.csv`
const madeFile = (id: string) => `${id}.made`

/** The bytes of a file from `start` to `end`, or to the end of the file where that comes first. */
async function* bytesOf(db: Db, file: string, start: number, end: number): AsyncGenerator<Buffer> {
  for (let index = start; index < end;) {
    const chunk = await chunkAt(db, file, index)
    const bytes = chunk?.bytes.subarray(index - chunk.start, end - chunk.start)
    if (!bytes || bytes.length === 0) return
    index += bytes.length
    yield bytes
  }
}

/** Appends to a file in chunks. `bytes`: how many it has. */
function chunksInto(db: Db, file: string, written: number, hash: Hash) {
  let bytes = written
  let held: Uint8Array[] = []
  let heldBytes = 0
  const sha256 = () => hash.copy().digest('hex')
  async function flush() {
    if (heldBytes === 0) return
    await addChunk(db, file, { start: bytes - heldBytes, bytes: Buffer.concat(held) })
    held = []
    heldBytes = 0
  }
  return {
    sha256,
    flush,
    bytes: () => bytes,
    async append(more: Uint8Array) {
      held.push(more)
      heldBytes += more.length
      bytes += more.length
      hash.update(more)
      if (heldBytes >= chunkBytes) await flush()
    },
  }
}

function partIn(db: Db, id: string, written = 0, writtenHash = createHash('sha256')): FilePart {
  const part = chunksInto(db, partFile(id), written, writtenHash)
  const { flush, sha256, bytes } = part
  return {
    append: (more) => part.append(more),
    async keep() {
      await flush()
      return { part: id, bytes: bytes(), sha256: sha256() }
    },
    async publish() {
      await flush()
      await renameChunks(db, partFile(id), publishedFile(id))
      return { id, bytes: bytes(), sha256: sha256() }
    },
    async publishConverted(conversion) {
      await flush()
      await removeChunks(db, madeFile(id))
      const made = chunksInto(db, madeFile(id), 0, createHash('sha256'))
      const read = () => bytesOf(db, partFile(id), 0, bytes())
      for await (const chunk of conversion({ bytes: bytes(), read })) await made.append(chunk)
      await made.flush()
      await renameChunks(db, madeFile(id), publishedFile(id))
      await removeChunks(db, partFile(id))
      return { id, bytes: made.bytes(), sha256: made.sha256() }
    },
    close: async () => {},
  }
}

/** Files as chunks in the database. Any machine can write, resume and serve them without a shared folder. */
export function databaseFiles({ db }: Database): FileStore {
  const files = async (key: string) =>
    (await filesBeginning(db, `${key}.`)).flatMap((file) => {
      const attempt = attemptOf(key, file)
      return attempt === null ? [] : [{ file, attempt }]
    })

  /** Removes the output of an earlier call with the same name. Returns the id of the part. */
  async function clear(name: PartName): Promise<string> {
    const id = partOf(name)
    await removeChunks(db, partFile(id))
    return id
  }
  return {
    begin: async (name) => partIn(db, await clear(name)),
    async resume(name, position) {
      const old = await files(name.key)
      for (const { file, attempt } of old) if (attempt < name.attempt && !file.startsWith(`${position.part}.`)) await removeChunks(db, file)
      const source = [partFile(position.part), publishedFile(position.part)].find((file) => old.some((one) => one.file === file))
      if (source === undefined && position.bytes > 0) return null
      const id = partOf(name)
      await removeChunks(db, partFile(id), position.part === id ? position.bytes : 0)
      if (source !== undefined && source !== partFile(id)) await copyChunks(db, source, partFile(id), position.bytes)
      const hash = createHash('sha256')
      for await (const bytes of bytesOf(db, partFile(id), 0, position.bytes)) hash.update(bytes)
      return hash.copy().digest('hex') === position.sha256 ? partIn(db, id, position.bytes, hash) : null
    },
    async read(id, { start, end }) {
      if (!(await chunkAt(db, publishedFile(id), start))) throw new AppError('FILE_GONE')
      return bytesOf(db, publishedFile(id), start, end)
    },
    async remove(last) {
      for (const { file, attempt } of await files(last.key)) if (attempt <= last.attempt) await removeChunks(db, file)
    },
  }
}
