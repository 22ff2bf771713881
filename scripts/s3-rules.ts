// The rules of S3 that s3rver lacks: only signed calls, bodies as they were signed, and multipart uploads that can be listed and aborted,
// that are gone once they have ended, and whose parts have a least size.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type S3rver from '@20minutes/s3rver'
import type { Context, Middleware } from '@20minutes/s3rver'
import authentication from '@20minutes/s3rver/lib/middleware/authentication.js'
import S3Error from '@20minutes/s3rver/lib/models/error.js'

type Store = S3rver['store']

const leastPartBytes = 5 * 1024 * 1024
const part = /<Part>(?=.*?<PartNumber>(?<number>\d+)<)(?=.*?<ETag>(?:"|&quot;)*(?<etag>\w+)).*?<\/Part>/gs

/** A body arrives whole or not at all, and as it was signed. */
async function wholeBody(ctx: Context): Promise<Buffer> {
  const body = await buffer(ctx.req)
  const signed = ctx.get('x-amz-content-sha256')
  if (createHash('sha256').update(body).digest('hex') !== signed)
    throw new S3Error('XAmzContentSHA256Mismatch', 'The body is not the one that was signed.')
  Object.assign(ctx, { req: Readable.from(body.length > 0 ? [body] : []) })
  return body
}

async function assertUpload(folder: string) {
  await stat(folder).catch(() => {
    throw new S3Error('NoSuchUpload', 'The specified multipart upload does not exist.')
  })
}

async function assertParts(folder: string, body: Buffer) {
  const parts = [...body.toString().matchAll(part)].map(({ groups }) => ({ number: groups?.['number'] ?? '', etag: groups?.['etag'] }))
  for (const [index, { number, etag }] of parts.entries()) {
    const path = join(folder, number)
    const known = await readFile(`${path}.md5`, 'utf8').catch(() => null)
    if (known === null || known !== etag) throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.')
    if (index < parts.length - 1 && (await stat(path)).size < leastPartBytes)
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.')
  }
}

const uploadsFolder = (store: Store, bucket: string) => store.getResourcePath(bucket, undefined, 'uploads')

/** The unfinished multipart uploads in a bucket. */
export async function unfinishedUploads(store: Store, bucket: string): Promise<{ id: string; key: string }[]> {
  const folder = uploadsFolder(store, bucket)
  const ids = await readdir(folder).catch(() => [])
  return Promise.all(ids.map(async (id) => ({ id, key: await readFile(join(folder, id, 'key'), 'utf8') })))
}

/** Keys in these tests have no signs that XML would have to escape. */
const listed = (uploads: readonly { id: string; key: string }[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads
    .map(({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    .join('')}</ListMultipartUploadsResult>`

const listedParts = (files: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListPartsResult>${files
    .filter((file) => /^\d+$/.test(file))
    .map((number) => `<Part><PartNumber>${number}</PartNumber></Part>`)
    .join('')}</ListPartsResult>`

/** s3rver removes empty folders, also where a call is about to write into one. */
function keepFolders(store: Store) {
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['metadata.json', 'object.md5', 'object'])
      await rm(store.getResourcePath(bucket, key, resource), { force: true })
  }
}

/**
 * Checks the signature as s3rver does, and removes it, because s3rver would check it against a path without the slash that this SDK puts
 * behind the bucket.
 */
async function assertSigned(ctx: Context) {
  if (!ctx.get('authorization').startsWith('AWS4-HMAC-SHA256 ')) throw new S3Error('AccessDenied', 'Access Denied')
  const [, bucket = '', ...keys] = ctx.path.split('/').map(decodeURIComponent)
  const key = keys.join('/')
  ctx.params = key === '' ? { bucket: bucket + '/'.repeat(keys.length) } : { bucket, key }
  await authentication()(ctx, async () => {})
  ctx.params = {}
  delete ctx.headers.authorization
}

/** The middleware before those of s3rver. */
export function s3Rules(store: Store): Middleware {
  keepFolders(store)
  return async (ctx, next) => {
    await assertSigned(ctx)
    const body = ctx.method === 'GET' || ctx.method === 'HEAD' ? Buffer.alloc(0) : await wholeBody(ctx)
    const { uploadId: upload, prefix = '' } = ctx.query
    const bucket = ctx.path.split('/')[1] ?? ''
    if (ctx.method === 'GET' && 'uploads' in ctx.query) {
      const uploads = await unfinishedUploads(store, bucket)
      Object.assign(ctx, { type: 'application/xml', body: listed(uploads.filter(({ key }) => key.startsWith(String(prefix)))) })
      return
    }
    if (typeof upload === 'string') {
      const folder = join(uploadsFolder(store, bucket), upload)
      await assertUpload(folder)
      if (ctx.method === 'GET') {
        Object.assign(ctx, { type: 'application/xml', body: listedParts(await readdir(folder)) })
        return
      }
      if (ctx.method === 'POST') await assertParts(folder, body)
      if (ctx.method === 'DELETE') {
        await rm(folder, { recursive: true, force: true })
        ctx.status = 204
        return
      }
    }
    await next()
  }
}
