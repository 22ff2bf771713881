import { AppError } from '#shared/errors.ts'

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** The HTTP status of an answer. null: there was none. */
export function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null
  const { $metadata: metadata } = error
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null
}

/** Whether an object does not exist. The answer to HEAD has no body, so its error has a name of its own. */
export const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(error))

/** Whether the storage refuses a call for good. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return status >= 400 && status < 500 && !passingStatus.has(status)
}

/** Whether a multipart upload does not exist, because it was completed or aborted. */
export const isNoUpload = (error: unknown): boolean => nameOf(error) === 'NoSuchUpload'

/** The names for a full storage, of MinIO and Ceph. Others answer 507. */
const full = new Set(['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded', 'InsufficientStorage', 'StorageFull'])
const insufficientStorage = 507

const passingStatus = new Set([408, 425, 429])
/** Names of errors without an answer. All others without an answer have a code of the system. */
const silent = new Set(['TimeoutError', 'AbortError', 'RequestTimeout', 'NetworkingError'])
const isSilence = (error: unknown) => silent.has(nameOf(error)) || (error instanceof Error && 'code' in error && 'syscall' in error)
/**
 * Whether no connection came about, or none that speaks HTTP: for example, the certificate is not accepted, or a rule of the caller refuses the
 * address. Programming errors are none of these classes, or have no code.
 */
const isNoConnection = (error: unknown): error is Error & { code: string } =>
  error instanceof Error &&
  !(error instanceof TypeError || error instanceof RangeError) &&
  'code' in error &&
  typeof error.code === 'string'
const isCut = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))

/** The error for users: DISK_FULL, STORAGE_UNREACHABLE (it may pass) or STORAGE_REFUSED. Programming errors stay as they are. `storage`: see AppError. */
export function explained(error: unknown, storage?: string): unknown {
  if (error instanceof AppError) return error
  const status = statusOf(error)
  if (full.has(nameOf(error)) || status === insufficientStorage)
    return new AppError('DISK_FULL', 'The file storage is full. Please free some space and try again.', { cause: error, storage })
  const isPassing =
    status === null ? isSilence(error) || isCut(error) : status >= 500 || passingStatus.has(status) || nameOf(error) === 'SlowDown'
  if (isPassing) return new AppError('STORAGE_UNREACHABLE', undefined, { cause: error, storage })
  const isConnection = status === null && isNoConnection(error)
  if (status === null && !isConnection && nameOf(error) !== 'CredentialsProviderError') return error
  const reason = isConnection ? error.code : nameOf(error)
  return new AppError('STORAGE_REFUSED', `The file storage refuses the server: ${reason}. Please contact administrator.`, {
    cause: error,
    storage,
  })
}
