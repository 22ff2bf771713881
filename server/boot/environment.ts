import { z } from 'zod'
import { dialectOf } from '#drizzle/dialect.ts'
import type { Issuer } from '#server/auth/provider.ts'
import { productionFaults, smtpUrlOf } from './production.ts'
import { bucketFaults, bucketVariables, type BucketSettings } from '#server/boot/bucket-place.ts'
import { backupPlaceOf } from '#server/boot/backup-place.ts'
import { filesFaults, filesPlaceOf } from '#server/boot/files-place.ts'
import { decoded } from '#shared/decoded.ts'
import { limits } from '#shared/limits.ts'
import { StartRefused } from '#shared/start-refused.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:15')
  .transform((text) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) }))
const list = z.string().transform((text) => text.split(',').flatMap((item) => item.trim() || []))
/** The error message does not contain the value, which may include a password. */
const databaseUrl = z
  .string()
  .refine(
    (url) => dialectOf(url) === 'sqlite' || (dialectOf(url) === 'postgres' && URL.canParse(url)),
    'must be file:<path> or postgres://…, without quotes',
  )

/** An address without a path, a query, a fragment or a user: pages, links and cookies are made of it. */
const origin = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { pathname, search, hash, username, password } = new URL(text)
  return pathname === '/' && [search, hash, username, password].every((part) => part === '')
}, 'must be an address such as https://office.example.com, without a path')

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  APP_URL: origin.optional(),
  APP_SECRET: z.base64().optional(),
  /** Previous secrets, newest first. */
  APP_SECRET_PREVIOUS: list.pipe(z.array(z.base64())).default([]),
  /** The setup code for the first account in production. Default: the start prints a generated one. */
  OWNER_SETUP_CODE: z.string().min(16).max(limits.setupCodeLength).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_ALLOW_PLAINTEXT: z.stringbool().default(false),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUST_PROXY: z.coerce.number('must be the number of reverse proxies in front, such as 0 or 1').int().min(0).max(10).default(0),
  CORS_ORIGINS: list.default([]),
  SECURITY_CONTACT: z
    .union([z.url({ protocol: /^(https|mailto|tel)$/ }), z.email().transform((address) => `mailto:${address}`)])
    .optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(128).default(6),
  /** The address of the service for breached passwords, with the range protocol of Have I Been Pwned. */
  BREACHED_PASSWORDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_ALLOW_PLAINTEXT: z.stringbool().default(false),
  MAIL_FROM: z.string().optional(),
  /** Hosts, with or without a port, that webhooks may call although they are private or without TLS. */
  DESTINATION_HOSTS: list.default([]),
  PLATFORM_ENDPOINTS: json.pipe(z.record(z.string(), z.url())).default({}),
  /** The key file of a Google service account, as JSON. Without it, exports to spreadsheets are not available. */
  GOOGLE_SERVICE_ACCOUNT: json.pipe(z.object({ client_email: z.email(), private_key: z.string().min(1) })).optional(),
  GOOGLE_SHEETS_ENDPOINT: z.url().optional(),
  GOOGLE_TOKEN_ENDPOINT: z.url().optional(),
  /** The task of this process: `all` serves calls and works on jobs, `web` and `worker` do one of them. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** The storage for files of jobs: a folder, which several machines may share, the database, or a bucket of S3. */
  EXPORT_FILES: z.enum(['folder', 'database', 's3']).optional(),
  EXPORT_FOLDER: z.string().optional(),
  EXPORT_S3_BUCKET: bucketVariables.bucket,
  EXPORT_S3_PREFIX: z.string().default('exports'),
  EXPORT_S3_ENDPOINT: bucketVariables.endpoint,
  EXPORT_S3_REGION: bucketVariables.region,
  EXPORT_S3_PATH_STYLE: bucketVariables.pathStyle,
  EXPORT_S3_ACCESS_KEY_ID: bucketVariables.accessKeyId,
  EXPORT_S3_SECRET_ACCESS_KEY: bucketVariables.secretAccessKey,
  /** Where a worker writes a backup every day: a folder, or s3://bucket/prefix. */
  BACKUP_TO: z
    .string()
    .refine((to) => !/^s3:\/\/(\/|$)/.test(to), 'names no bucket: s3://bucket/prefix')
    .optional(),
  /** The time of day, in UTC. */
  BACKUP_AT: timeOfDay.default({ hour: 3, minute: 15 }),
  BACKUP_KEEP: z.coerce.number().int().min(1).default(limits.backupsKept),
  BACKUP_S3_ENDPOINT: bucketVariables.endpoint,
  BACKUP_S3_REGION: bucketVariables.region,
  BACKUP_S3_PATH_STYLE: bucketVariables.pathStyle,
  BACKUP_S3_ACCESS_KEY_ID: bucketVariables.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: bucketVariables.secretAccessKey,
  EXPORT_KEEP_DAYS: z.coerce.number().min(0).default(limits.jobs.keepDays),
  /** For how long the process answers calls after SIGTERM, while /readyz says that it ends. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  ALLOW_SANDBOX: z.stringbool().default(false),
  NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
  /** The days until audit entries and records of finished jobs are removed. 0: never. */
  AUDIT_KEEP_DAYS: z.coerce.number().min(0).default(limits.audit.keepDays),
  JOBS_KEEP_DAYS: z.coerce.number().min(0).default(limits.jobs.recordDays),
})

export type Environment = ReturnType<typeof settingsOf>

const backupBucketOf = (env: z.infer<typeof Environment>): BucketSettings => ({
  variables: 'BACKUP_S3',
  endpoint: env.BACKUP_S3_ENDPOINT,
  region: env.BACKUP_S3_REGION,
  pathStyle: env.BACKUP_S3_PATH_STYLE,
  accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID,
  secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY,
})

/** The backups of the schedule. null: there is none. */
function backupsOf(env: z.infer<typeof Environment>) {
  const { BACKUP_TO: to, BACKUP_AT: at, BACKUP_KEEP: keep } = env
  return to === undefined ? null : { place: backupPlaceOf(to, backupBucketOf(env)), at, keep }
}

const isPostgres = ({ DATABASE_URL }: z.infer<typeof Environment>) => DATABASE_URL !== undefined && dialectOf(DATABASE_URL) === 'postgres'

/** The variables that redirect traffic away from the platforms' own addresses. */
function sentElsewhere(env: z.infer<typeof Environment>): string[] {
  return [
    ...(Object.keys(env.PLATFORM_ENDPOINTS).length > 0 ? ['PLATFORM_ENDPOINTS'] : []),
    ...(env.GOOGLE_SHEETS_ENDPOINT === undefined ? [] : ['GOOGLE_SHEETS_ENDPOINT']),
    ...(env.GOOGLE_TOKEN_ENDPOINT === undefined ? [] : ['GOOGLE_TOKEN_ENDPOINT']),
  ]
}

const discovery = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
const googleIssuer = 'https://accounts.google.com'

/** The identity providers whose id and secret are both set. */
function issuersIn(env: z.infer<typeof Environment>): Issuer[] {
  const found: Issuer[] = []
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret } = env
  if (googleId && googleSecret)
    found.push({ id: 'google', discoveryUrl: discovery(googleIssuer), clientId: googleId, clientSecret: googleSecret })
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer && clientId && clientSecret) found.push({ id: 'oidc', discoveryUrl: discovery(issuer), clientId, clientSecret })
  return found
}

const given = (source: NodeJS.ProcessEnv) => Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))

/** The place of a database without user name and password. */
function placeOf(url: string): string {
  if (dialectOf(url) === 'sqlite') return url.replace(/^file:/, '')
  const { hostname, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? decoded(hostname)}${pathname}`
}

function settingsOf(env: z.infer<typeof Environment>) {
  const database = env.DATABASE_URL ?? `file:${env.DATA_DIR}/app.db`
  const { origin: appUrl } = new URL(env.APP_URL ?? `http://localhost:${env.PORT}`)
  return {
    ...env,
    sentElsewhere: sentElsewhere(env),
    google: {
      account: env.GOOGLE_SERVICE_ACCOUNT ?? null,
      sheetsEndpoint: env.GOOGLE_SHEETS_ENDPOINT,
      tokenEndpoint: env.GOOGLE_TOKEN_ENDPOINT,
    },
    ...filesPlaceOf(env, isPostgres(env)),
    backupBucket: backupBucketOf(env),
    backups: backupsOf(env),
    isProduction: env.NODE_ENV === 'production',
    ownerSetup: env.NODE_ENV === 'production' ? { given: env.OWNER_SETUP_CODE ?? null } : undefined,
    appUrl,
    issuers: issuersIn(env),
    mail: { smtpUrl: smtpUrlOf(env), from: env.MAIL_FROM ?? `no-reply@${new URL(appUrl).hostname}` },
    databaseUrl: database,
    databasePlace: placeOf(database),
  }
}

/** The names that a file with another encoding than UTF-8, or with a byte order mark, gives its variables. They would count as not given. */
const misread = /^\uFEFF|[\uFFFD\0]/

/** Whether a file of variables was read in another encoding than it was written, in a sentence. */
const encodingFaults = (source: NodeJS.ProcessEnv) =>
  Object.keys(source).some((name) => misread.test(name))
    ? ['The name of a variable has signs of another encoding. Please save .env as UTF-8 without BOM']
    : []

/** What keeps a server from starting, although each variable is valid. One sentence each, with the name of the variable. */
const faultsIn = (env: z.infer<typeof Environment>) => [
  ...productionFaults(env, sentElsewhere(env)),
  ...filesFaults(env),
  ...bucketFaults(backupBucketOf(env), null),
]

export type VariableName = keyof z.infer<typeof Environment>
/** Whether the server reads a variable of this name. */
export const isVariable = (name: unknown): name is VariableName => typeof name === 'string' && Object.hasOwn(Environment.shape, name)

/** The environment with all its faults. Invalid variables count as not given. */
export type InspectedEnvironment = { env: Environment; invalid: { name: VariableName; message: string }[]; unfit: string[] }

/** Reads the environment without refusing it, for the check of an installation. */
export function inspectEnvironment(source: NodeJS.ProcessEnv = process.env): InspectedEnvironment {
  const issues = Environment.safeParse(given(source)).error?.issues ?? []
  const invalid = issues.flatMap(({ path: [name], message }) => (isVariable(name) ? [{ name, message }] : []))
  const valid = Object.entries(given(source)).filter(([name]) => !invalid.some((fault) => fault.name === name))
  const env = Environment.parse(Object.fromEntries(valid))
  return { env: settingsOf(env), invalid, unfit: [...encodingFaults(source), ...faultsIn(env)] }
}

/** Only this file reads the environment. Throws StartRefused with the name of an invalid variable. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env) {
  const [misreading] = encodingFaults(source)
  if (misreading !== undefined) throw new StartRefused(misreading)
  const parsed = Environment.safeParse(given(source))
  if (!parsed.success)
    throw new StartRefused(`Environment: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`)
  const [unfit] = faultsIn(parsed.data)
  if (unfit !== undefined) throw new StartRefused(unfit)
  return settingsOf(parsed.data)
}
