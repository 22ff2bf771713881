import type { LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { S3Settings } from '#shared/destinations.ts'
import { limits } from '#shared/limits.ts'
import { s3Sender } from '#server/destinations/s3-sender.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { startS3, type S3Fault, type S3Server } from '../../../scripts/s3-server.ts'
import { parcelOf, progressOf } from '../../support/parcel.ts'
import { startWebSite } from '../../support/web-site.ts'

const large = 9_000_001
let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server[Symbol.asyncDispose]())

let folders = 0
/** A sender into a folder of its own. */
function stage(change: object = {}, secretAccessKey?: string, lookup?: LookupFunction) {
  const { bucket, endpoint, credentials } = server.place
  folders += 1
  const folder = `in/${folders}`
  const place = { bucket, folder, endpoint, pathStyle: true, accessKeyId: credentials?.accessKeyId, ...change }
  const secrets = { secretAccessKey: secretAccessKey ?? credentials?.secretAccessKey ?? '' }
  const sender = s3Sender(S3Settings.parse(place), secrets, { lookup, answerMs: limits.destinations.answerMs })
  async function stored(): Promise<Record<string, Buffer>> {
    const opened = await openBucket({ ...server.place, prefix: `${folder}/` })
    const found: Record<string, Buffer> = {}
    for await (const { key } of opened.list('')) {
      const bytes = await opened.get(key)
      if (bytes) found[key] = await buffer(bytes)
    }
    opened.close()
    return found
  }
  /** What an attempt keeps before it begins its upload. */
  const chosen = (name: string) => ({
    name,
    place: JSON.stringify([endpoint, bucket, `${folder}/`]),
    isPublishing: false,
    upload: null,
    parts: [],
  })
  return { sender, stored, folder, chosen }
}
const partsSent = () => server.calls.filter((call) => call.startsWith('PUT') && call.includes('partNumber')).length

describe('a delivery into a bucket', () => {
  test.each([1, 40_000, large])('of %i bytes is whole, beside its receipt', async (bytes) => {
    const { sender, stored, folder } = stage()
    const parcel = parcelOf(bytes, { receipt: '{"rows":3}' })
    expect(await sender.send(parcel, progressOf())).toEqual({
      fileName: parcel.name,
      target: `s3://${server.place.bucket}/${folder}/${parcel.name}`,
    })
    expect(await stored()).toEqual({ [parcel.name]: parcel.content, [`${parcel.name}.receipt.json`]: Buffer.from('{"rows":3}') })
  })

  test.each<[string, S3Fault, string]>([
    ['a part is cut off', { method: 'PUT', path: 'partNumber=2', kind: 'cut', times: 4 }, 'CONNECTION_LOST'],
    ['the storage is full', { method: 'PUT', path: 'partNumber=2', kind: { status: 507, code: 'InsufficientStorage' }, times: 1 }, 'FULL'],
    ['it answers 503', { method: 'PUT', path: 'partNumber=2', kind: { status: 503, code: 'SlowDown' }, times: 4 }, 'BUSY'],
    ['its last call fails', { method: 'POST', path: 'uploadId', kind: { status: 503, code: 'SlowDown' }, times: 4 }, 'BUSY'],
  ])('goes on where %s, and shows nothing until it is whole', async (_name, fault, failure) => {
    const { sender, stored } = stage()
    const [parcel, progress] = [parcelOf(large), progressOf()]
    server.fail(fault)
    await expect(sender.send(parcel, progress)).rejects.toMatchObject({ failure })
    expect(await stored()).toEqual({})
    const before = partsSent()
    await sender.send({ ...parcel, attempt: 2 }, progress)
    expect(await stored()).toEqual({ [parcel.name]: parcel.content })
    expect(partsSent() - before).toBeLessThan(2)
  })

  test.each([40_000, large])('of %i bytes whose end was not noted is repeated in the same place', async (bytes) => {
    const { sender, stored } = stage()
    const [parcel, progress] = [parcelOf(bytes), progressOf()]
    await sender.send(parcel, progress)
    await sender.send({ ...parcel, attempt: 2 }, progress)
    expect(await stored()).toEqual({ [parcel.name]: parcel.content })
  })

  test('begins anew where the storage removed the unfinished upload', async () => {
    const { sender, stored } = stage()
    const [parcel, progress] = [parcelOf(large), progressOf()]
    server.fail({ method: 'PUT', path: 'partNumber=2', kind: { status: 503, code: 'SlowDown' }, times: 4 })
    await expect(sender.send(parcel, progress)).rejects.toMatchObject({ failure: 'BUSY' })
    await progress.keep({ ...(progress.from as object), upload: '00000000-0000-0000-0000-000000000000' })
    await sender.send(parcel, progress)
    expect(await stored()).toEqual({ [parcel.name]: parcel.content })
  })

  test('that is given up leaves no unfinished upload', async () => {
    const { sender, stored } = stage()
    const [parcel, progress] = [parcelOf(large), progressOf()]
    const { key, attempt } = parcel
    server.fail({ method: 'PUT', path: 'partNumber=2', kind: { status: 503, code: 'SlowDown' }, times: 4 })
    await expect(sender.send(parcel, progress)).rejects.toMatchObject({ failure: 'BUSY' })
    const { upload } = progress.from as { upload: string }
    const { signal } = new AbortController()
    await sender.discard({ key, attempt, state: progress.from }, signal)
    expect(server.calls.findLast((call) => call.startsWith('DELETE'))).toContain(`uploadId=${upload}`)
    // The upload is gone, so that it is begun anew.
    await sender.send(parcel, progress)
    expect((progress.from as { upload: string }).upload).not.toBe(upload)
    expect(await stored()).toEqual({ [parcel.name]: parcel.content })
    // What has arrived stays.
    await sender.discard({ key, attempt, state: progress.from }, signal)
    expect(await stored()).toEqual({ [parcel.name]: parcel.content })
  })

  test('that was refused, and is retried in another place or later, leaves the objects of others alone', async () => {
    const { sender, stored, folder } = stage()
    const [parcel, progress] = [parcelOf(1_000), progressOf()]
    server.fail({ method: 'PUT', path: folder, kind: { status: 403, code: 'AccessDenied' }, times: 1 })
    await expect(sender.send(parcel, progress)).rejects.toMatchObject({ failure: 'ACCESS_REFUSED' })
    const other = stage()
    for (const { sender: theirs } of [{ sender }, other]) await theirs.send({ ...parcelOf(2_000), name: parcel.name }, progressOf())
    const second = parcel.name.replace('.csv', '-2.csv')
    for (const [retried, seen] of [
      [other.sender, other.stored],
      [sender, stored],
    ] as const) {
      const before = (await seen())[parcel.name]
      await retried.send({ ...parcel, attempt: 2 }, { ...progressOf(), from: progress.from })
      expect(await seen()).toEqual({ [parcel.name]: before, [second]: parcel.content })
    }
  })

  test('whose attempt died before it could note its upload leaves none, whether it goes on or is given up', async () => {
    const { sender, stored, folder, chosen } = stage()
    const [parcel, progress] = [parcelOf(large), progressOf()]
    await progress.keep(chosen(parcel.name))
    const died = await openBucket({ ...server.place, prefix: `${folder}/` })
    await died.begin(parcel.name)
    const unfinished = async () => (await server.uploads()).filter((key) => key.startsWith(`${folder}/`))
    expect(await unfinished()).toHaveLength(1)
    await sender.send({ ...parcel, attempt: 2 }, progress)
    expect(await unfinished()).toEqual([])
    expect(Object.keys(await stored())).toEqual([parcel.name])
    await died.begin(parcel.name)
    await sender.discard({ ...parcel, state: chosen(parcel.name) }, progress.signal)
    expect(await unfinished()).toEqual([])
    died.close()
  })

  test('leaves the unfinished uploads of others under its name, which have parts', async () => {
    const { sender, stored, folder, chosen } = stage({ whenTaken: 'replace' })
    const [parcel, progress] = [parcelOf(large), progressOf()]
    await progress.keep(chosen(parcel.name))
    const other = await openBucket({ ...server.place, prefix: `${folder}/` })
    const theirs = await other.begin(parcel.name)
    const content = Buffer.from('theirs')
    const part = await other.uploadPart(parcel.name, theirs, 1, content)
    await sender.send({ ...parcel, attempt: 2 }, progress)
    await sender.discard({ ...parcel, state: chosen(parcel.name) }, progress.signal)
    await other.complete(parcel.name, theirs, [part], content.length)
    other.close()
    expect(await stored()).toEqual({ [parcel.name]: content })
  })

  test('whose account may not see unfinished uploads arrives all the same', async () => {
    const { sender, stored, chosen } = stage()
    const [parcel, progress] = [parcelOf(large), progressOf()]
    await progress.keep(chosen(parcel.name))
    server.fail({ method: 'GET', path: 'uploads', kind: { status: 403, code: 'AccessDenied' }, times: 1 })
    await sender.send({ ...parcel, attempt: 2 }, progress)
    expect(Object.keys(await stored())).toEqual([parcel.name])
  })

  test('that was cancelled while it began leaves no unfinished upload', async () => {
    const { sender } = stage()
    const progress = progressOf()
    const keep = async (state: unknown) => {
      if ((state as { upload: string | null }).upload !== null) throw new Error('cancelled')
      await progress.keep(state)
    }
    await expect(sender.send(parcelOf(large), { from: null, keep, signal: progress.signal })).rejects.toThrow('cancelled')
    expect(server.calls.at(-1)).toMatch(/^DELETE .*uploadId=/)
  })

  test('numbers a name that is taken, or replaces the object', async () => {
    const { sender, stored, folder } = stage()
    const [first, second, third] = [parcelOf(10), parcelOf(11), parcelOf(12)]
    await sender.send(first, progressOf())
    await sender.send(second, progressOf())
    await stage({ folder, whenTaken: 'replace' }).sender.send(third, progressOf())
    expect(await stored()).toEqual({ [first.name]: third.content, 'orders-2026-11-25-2.csv': second.content })
  })

  test('asks a storage that has every name only a few times, and says what to do', async () => {
    await using storage = await startWebSite()
    const { sender } = stage({ endpoint: storage.url })
    await expect(sender.send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure: 'NAMES_TAKEN', code: 'DESTINATION_REFUSED' })
    expect(storage.calls.length).toBeLessThan(30)
    expect(storage.calls.every((call) => call.startsWith('HEAD '))).toBe(true)
  })

  test.each([
    ['a wrong secret', {}, 'wrong-secret', 'SECRET_KEY_WRONG'],
    ['an unknown key', { accessKeyId: 'OTHERKEY' }, undefined, 'ACCESS_KEY_UNKNOWN'],
    ['a missing bucket', { bucket: 'missing' }, undefined, 'PLACE_MISSING'],
    ['a port where nothing listens', { endpoint: 'http://127.0.0.1:9' }, undefined, 'CONNECTION_REFUSED'],
  ])('says what is wrong: %s', async (_name, change, secret, failure) => {
    const { sender } = stage(change, secret)
    await expect(sender.test(new AbortController().signal, () => {})).rejects.toMatchObject({ failure })
    await expect(sender.send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure })
  })

  test('says so where the account may not write there', async () => {
    const { sender } = stage()
    for (const method of ['HEAD', 'GET']) server.fail({ method, kind: { status: 403, code: 'AccessDenied' }, times: 1 })
    await expect(sender.send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure: 'ACCESS_REFUSED' })
    server.fail({ method: 'PUT', kind: { status: 403, code: 'AnotherName' }, times: 1 })
    await expect(sender.send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure: 'ACCESS_REFUSED' })
  })

  test('resolves the name of the storage by the rules of the installation, also for large parts', async () => {
    const endpoint = `http://storage.test:${new URL(server.place.endpoint ?? '').port}`
    const lookup: LookupFunction = (_host, { all }, done) =>
      all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
    const { sender, stored } = stage({ endpoint }, undefined, lookup)
    const parcel = parcelOf(large)
    await sender.send(parcel, progressOf())
    expect(await stored()).toEqual({ [parcel.name]: parcel.content })
  })

  test('is not tested successfully at a web site that answers 200 to everything', async () => {
    await using site = await startWebSite()
    const { sender } = stage({ endpoint: site.url })
    const tested = sender.test(new AbortController().signal, () => {})
    await expect(tested).rejects.toMatchObject({ failure: 'NOTHING_KEPT', mayPass: false, message: expect.stringContaining('endpoint') })
    expect(site.calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE'])
  })

  test('is tested without a trace, also where the object cannot be read', async () => {
    const { sender, stored } = stage()
    server.fail({ method: 'GET', kind: { status: 403, code: 'AccessDenied' }, times: 1 })
    await expect(sender.test(new AbortController().signal, () => {})).rejects.toMatchObject({ failure: 'ACCESS_REFUSED' })
    expect(await stored()).toEqual({})
  })

  test('is tested without a trace', async () => {
    const { sender, stored } = stage()
    await sender.test(new AbortController().signal, () => {})
    expect(await stored()).toEqual({})
  })
})
