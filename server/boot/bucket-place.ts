import { z } from 'zod'
import type { BucketPlace } from '#server/storage/bucket.ts'

/** How a bucket is reached and used. */
export type BucketSettings = {
  /** The beginning of the names of its variables. */
  variables: string
  endpoint: string | undefined
  region: string
  pathStyle: boolean | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}

/** The schemas of the variables with these settings. Each use of a bucket has its own variables. */
export const bucketVariables = {
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  region: z.string().default('us-east-1'),
  pathStyle: z.stringbool().optional(),
  accessKeyId: z.string().optional(),
  secretAccessKey: z.string().optional(),
}

/** Where there is an endpoint, the bucket is in the path by default: not every storage has host names for buckets. */
export function bucketPlace(
  bucket: string,
  prefix: string,
  { variables, endpoint, region, pathStyle, ...keys }: BucketSettings,
): BucketPlace {
  const { accessKeyId, secretAccessKey } = keys
  const folder = prefix.replaceAll(/^\/+|\/+$/g, '')
  return {
    bucket,
    variables,
    prefix: folder === '' ? '' : `${folder}/`,
    region,
    endpoint,
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    credentials: accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/**
 * Settings that contradict each other, one sentence each, with the names of their variables. `missing`: the variable that names the
 * bucket, where it is not given.
 */
export function bucketFaults(
  { variables: name, endpoint, accessKeyId, secretAccessKey }: BucketSettings,
  missing: string | null,
): string[] {
  const idName = `${name}_ACCESS_KEY_ID`
  const secretName = `${name}_SECRET_ACCESS_KEY`
  const [unused] = [
    ...(endpoint === undefined ? [] : [`${name}_ENDPOINT`]),
    ...(accessKeyId === undefined ? [] : [idName]),
    ...(secretAccessKey === undefined ? [] : [secretName]),
  ]
  return [
    ...(missing !== null && unused !== undefined ? [`${unused} needs ${missing}`] : []),
    ...((accessKeyId === undefined) === (secretAccessKey === undefined) ? [] : [`${idName} and ${secretName} must be given together`]),
  ]
}
