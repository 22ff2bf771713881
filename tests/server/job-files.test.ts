// The storage of jobs' files: in a folder, in the database, or in a bucket.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#drizzle/open.ts'
import type { Conversion, FileStore } from '#server/jobs/files.ts'
import { databaseFiles } from '#server/jobs/database-files.ts'
import { folderFiles } from '#server/jobs/folder-files.ts'
import { s3Files } from '#server/jobs/s3-files.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { startS3 } from '../../scripts/s3-server.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const name = { key: 'job', attempt: 1 }

describe.each(['folder', 'database', 'bucket'])('in a %s', (kind) => {
  let folder: string
  let files: FileStore
  let undo: AsyncDisposableStack
  beforeEach(async () => {
    undo = new AsyncDisposableStack()
    folder = await mkdtemp(join(tmpdir(), 'job-files-'))
    if (kind === 'folder') files = await folderFiles(folder)
    else if (kind === 'bucket') {
      const bucket = await openBucket(undo.use(await startS3()).place)
      undo.defer(() => bucket.close())
      files = s3Files(bucket)
    } else {
      const fresh = undo.use(await freshDatabase(folder))
      const database = await openDatabase(fresh.url)
      undo.defer(() => database.close())
      files = databaseFiles(database)
    }
  })
  afterEach(async () => {
    await undo.disposeAsync()
    await rm(folder, { recursive: true })
  })

  async function kept() {
    const part = await files.begin(name)
    await part.append(bytes('firm '))
    const place = await part.keep()
    await part.append(bytes('loose'))
    await part.keep()
    await part.close()
    return place
  }
  async function textOf(id: string) {
    const chunks = await Array.fromAsync(await files.read(id, { start: 0, end: 100 }))
    return Buffer.concat(chunks).toString()
  }

  test.each([
    ['the same', name],
    ['a later', { ...name, attempt: 2 }],
  ])('%s attempt goes on from a place, without what came behind it', async (_, next) => {
    const part = await files.resume(next, await kept())
    await part?.append(bytes('whole'))
    const { id } = (await part?.publish()) ?? { id: '' }
    await part?.close()
    expect(await textOf(id)).toBe('firm whole')
  })

  /** The bytes in capitals, read twice. */
  const louder: Conversion = async function* ({ bytes: size, read }) {
    yield bytes(`${size}: `)
    for (let times = 0; times < 2; times += 1) for await (const chunk of read()) yield bytes(Buffer.from(chunk).toString().toUpperCase())
  }

  test('a file is made of a source, also by a later attempt, and the source is gone', async () => {
    const first = await files.begin(name, 'source')
    await first.append(bytes('firm '))
    const place = await first.keep()
    await expect(
      first.publishConverted(async function* () {
        yield bytes('half a file')
        throw new Error('a crash')
      }),
    ).rejects.toThrow('a crash')
    await first.close()
    const part = await files.resume({ ...name, attempt: 2 }, place, 'source')
    await part?.append(bytes('whole'))
    const made = await part?.publishConverted(louder)
    await part?.close()
    const text = '10: FIRM WHOLEFIRM WHOLE'
    expect(made).toMatchObject({ id: 'job.2', bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') })
    expect(await textOf('job.2')).toBe(text)
    await expect(files.read('job.1', { start: 0, end: 1 })).rejects.toMatchObject({ code: 'FILE_GONE' })
    expect(await files.resume({ ...name, attempt: 3 }, { ...place, part: 'job.2' }, 'source')).toBeNull()
    await files.remove({ ...name, attempt: 3 })
    await expect(files.read('job.2', { start: 0, end: 1 })).rejects.toMatchObject({ code: 'FILE_GONE' })
  })

  test('a file that is not there any more is gone', async () => {
    await expect(files.read('lost.1', { start: 0, end: 1 })).rejects.toMatchObject({ code: 'FILE_GONE' })
  })

  test('a place that is not what it was is none', async () => {
    expect(await files.resume({ ...name, attempt: 2 }, { ...(await kept()), sha256: 'another' })).toBeNull()
  })
})
