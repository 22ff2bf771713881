import type { BucketPlace } from '#server/storage/bucket.ts'
import { bucketFaults, bucketPlace } from '#server/boot/bucket-place.ts'

/** The variables that say where files of exports are kept. */
type Given = {
  EXPORT_FILES?: 'folder' | 'database' | 's3' | undefined
  EXPORT_FOLDER?: string | undefined
  EXPORT_S3_BUCKET?: string | undefined
  EXPORT_S3_PREFIX: string
  EXPORT_S3_ENDPOINT?: string | undefined
  EXPORT_S3_REGION: string
  EXPORT_S3_PATH_STYLE?: boolean | undefined
  EXPORT_S3_ACCESS_KEY_ID?: string | undefined
  EXPORT_S3_SECRET_ACCESS_KEY?: string | undefined
  DATA_DIR: string
}

const settingsOf = (env: Given) => ({
  variables: 'EXPORT_S3',
  endpoint: env.EXPORT_S3_ENDPOINT,
  region: env.EXPORT_S3_REGION,
  pathStyle: env.EXPORT_S3_PATH_STYLE,
  accessKeyId: env.EXPORT_S3_ACCESS_KEY_ID,
  secretAccessKey: env.EXPORT_S3_SECRET_ACCESS_KEY,
})

/** Settings that contradict each other, one sentence each. */
export function filesFaults(env: Given): string[] {
  const { EXPORT_FILES: files, EXPORT_FOLDER: folder, EXPORT_S3_BUCKET: bucket } = env
  return [
    ...(bucket !== undefined && folder !== undefined
      ? ['EXPORT_FOLDER and EXPORT_S3_BUCKET are both given: files of exports have one place']
      : []),
    ...(bucket !== undefined && files !== undefined && files !== 's3' ? [`EXPORT_S3_BUCKET is given, but EXPORT_FILES=${files}`] : []),
    ...(bucket === undefined && files === 's3' ? ['EXPORT_FILES=s3 needs EXPORT_S3_BUCKET'] : []),
    ...bucketFaults(settingsOf(env), bucket === undefined ? 'EXPORT_S3_BUCKET' : null),
  ]
}

/** A folder, a bucket, or neither: then they are in the database. */
export type FilesPlace = { filesFolder: string | undefined; filesBucket: BucketPlace | undefined }

/**
 * Without a choice, files of jobs are in the database where machines share one, because these need not share a folder. Otherwise, they are
 * in a folder beside the database file.
 */
export function filesPlaceOf(env: Given, isShared: boolean): FilesPlace {
  const { EXPORT_FILES, EXPORT_FOLDER, EXPORT_S3_BUCKET: bucket, DATA_DIR } = env
  if (bucket !== undefined) return { filesFolder: undefined, filesBucket: bucketPlace(bucket, env.EXPORT_S3_PREFIX, settingsOf(env)) }
  const kept = EXPORT_FILES ?? (isShared && EXPORT_FOLDER === undefined ? 'database' : 'folder')
  return { filesFolder: kept === 'folder' ? (EXPORT_FOLDER ?? `${DATA_DIR}/exports`) : undefined, filesBucket: undefined }
}
