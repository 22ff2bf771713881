import { ok, problem, innermostReason, type Finding } from '#server/doctor/finding.ts'
import { openBucket, type BucketPlace } from '#server/storage/bucket.ts'

/** Writes, reads and removes an object. Returns what went wrong. */
async function tryBucket(place: BucketPlace): Promise<string | null> {
  const bucket = await openBucket(place)
  const key = `.doctor-${crypto.randomUUID()}`
  const bytes = Buffer.from(key)
  try {
    await bucket.put(key, bytes)
    const read = await bucket.get(key)
    const isSame = read !== null && Buffer.concat(await Array.fromAsync(read)).equals(bytes)
    await bucket.remove(key)
    return isSame ? null : 'an object that was written cannot be read at once'
  } catch (error) {
    return innermostReason(error)
  } finally {
    bucket.close()
  }
}

/** `name`: the beginning of the names of its variables. */
export async function bucketFindings(place: BucketPlace, name: string): Promise<Finding[]> {
  const at = `${place.endpoint ?? `Amazon S3 in ${place.region}`}, bucket ${place.bucket}, prefix ${place.prefix || '(none)'}`
  const reason = await tryBucket(place)
  if (reason === null) return [ok(`${at}: objects can be written, read and removed.`)]
  const says = `${at}: ${reason.replace(/\.$/, '')}.`
  return [problem(says, `Correct the variables ${name}_…, or what the access key may do in the bucket.`)]
}
