import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { isDiskFull } from '#server/procedure/disk-full.ts'
import { attemptOf, partOf, type Conversion, type FileStore, type FilePart, type PartName } from '#server/jobs/files.ts'

const readBytes = 1024 * 1024

async function* none(): AsyncGenerator<Uint8Array> {}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Maps a full disk to DISK_FULL, an error for users. All other errors are programming errors. */
function explain(error: unknown): never {
  throw isDiskFull(error) ? new AppError('DISK_FULL', undefined, { cause: error }) : error
}

async function sync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes all bytes, because on a disk that becomes full, one write may take only a part. */
async function writeAll(handle: FileHandle, bytes: Uint8Array) {
  let done = 0
  while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten
}

type Written = { bytes: number; hash: Hash }

/** Makes the published file of a source, which it then removes. */
async function publishFrom(folder: string, id: string, bytes: number, conversion: Conversion) {
  const source = join(folder, `${id}.part`)
  const target = join(folder, `${id}.made`)
  const handle = await open(target, 'w', 0o600).catch(explain)
  const made: Written = { bytes: 0, hash: createHash('sha256') }
  const read = () => (bytes === 0 ? none() : createReadStream(source, { end: bytes - 1 }))
  try {
    for await (const chunk of conversion({ bytes, read })) {
      await writeAll(handle, chunk).catch(explain)
      made.hash.update(chunk)
      made.bytes += chunk.length
    }
    await handle.sync().catch(explain)
  } finally {
    await handle.close()
  }
  await rename(target, join(folder, `${id}.csv`))
  await sync(folder)
  await rm(source, { force: true })
  return { id, bytes: made.bytes, sha256: made.hash.digest('hex') }
}

function partIn(folder: string, id: string, handle: FileHandle, written: Written): FilePart {
  const sha256 = () => written.hash.copy().digest('hex')
  return {
    async append(bytes) {
      await writeAll(handle, bytes).catch(explain)
      written.hash.update(bytes)
      written.bytes += bytes.length
    },
    async keep() {
      await handle.datasync().catch(explain)
      return { part: id, bytes: written.bytes, sha256: sha256() }
    },
    async publish() {
      await handle.sync().catch(explain)
      await rename(join(folder, `${id}.part`), join(folder, `${id}.csv`))
      await sync(folder)
      return { id, bytes: written.bytes, sha256: sha256() }
    },
    publishConverted: (conversion) => publishFrom(folder, id, written.bytes, conversion),
    close: () => handle.close(),
  }
}

/** The first bytes of a file, or fewer where it is shorter. */
async function* head(handle: FileHandle, length: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < length;) {
    const buffer = Buffer.alloc(Math.min(readBytes, length - index))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, index)
    if (bytesRead === 0) return
    index += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Opens a file for reading, or returns `null` where it does not exist. */
async function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
}

/** Files in a folder of this machine, or in a folder that all machines share. Only this user can read them. */
export async function folderFiles(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = async (key: string) =>
    (await readdir(folder)).flatMap((file) => {
      const attempt = attemptOf(key, file)
      return attempt === null ? [] : [{ file, attempt }]
    })

  async function create(name: PartName) {
    const id = partOf(name)
    const handle = await open(join(folder, `${id}.part`), 'w', 0o600).catch(explain)
    return { id, handle, written: { bytes: 0, hash: createHash('sha256') } }
  }
  return {
    async begin(name) {
      const { id, handle, written } = await create(name)
      return partIn(folder, id, handle, written)
    },
    async resume(name, position) {
      for (const { file, attempt } of await files(name.key))
        if (attempt < name.attempt && !file.startsWith(`${position.part}.`)) await rm(join(folder, file), { force: true })
      // After a crash during publishing, the part may already have its final name.
      const source = (await openIfThere(join(folder, `${position.part}.part`))) ?? (await openIfThere(join(folder, `${position.part}.csv`)))
      if (!source) return null
      // Removes the part itself, to create it again. The open handle `source` stays readable.
      if (position.part === partOf(name)) await rm(join(folder, `${position.part}.part`), { force: true })
      const { id, handle, written } = await create(name)
      const part = partIn(folder, id, handle, written)
      try {
        for await (const bytes of head(source, position.bytes)) await part.append(bytes)
      } catch (error) {
        await part.close()
        throw error
      } finally {
        await source.close()
      }
      if (written.hash.copy().digest('hex') === position.sha256) return part
      await part.close()
      return null
    },
    async read(id, { start, end }) {
      const handle = await openIfThere(join(folder, `${id}.csv`))
      if (!handle) throw new AppError('FILE_GONE')
      if (end > start) return createReadStream('', { fd: handle, start, end: end - 1 })
      await handle.close()
      return none()
    },
    async remove(last) {
      for (const { file, attempt } of await files(last.key)) if (attempt <= last.attempt) await rm(join(folder, file), { force: true })
    },
  }
}
