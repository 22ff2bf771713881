// Where finished files are delivered: a bucket, a server with SFTP, mail addresses, a program, a spreadsheet.
import { z } from 'zod'
import { deliveryFailures, destinationMessages } from '#shared/destination-messages.ts'
import { limits } from '#shared/limits.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { Words } from '#shared/names.ts'
import { SheetUrl } from '#shared/sheets.ts'
import { isUnique } from '#shared/unique.ts'

/** `number`: a file whose name is taken gets a number. `replace`: it takes the place of the other file. */
const WhenTaken = z.enum(['number', 'replace'])
export type WhenTaken = z.infer<typeof WhenTaken>

/** A folder below a bucket or a server's home; empty for the top. A leading slash means the root of a server. */
const Folder = z
  .string()
  .trim()
  .max(500)
  .refine((folder) => folder.split('/').every((part) => part !== '.' && part !== '..'), destinationMessages.folderInvalid)
  .refine((folder) => !/[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(folder), destinationMessages.folderInvalid)

const address = z.url(eventMessages.urlInvalid).max(limits.urlLength)

export const S3Settings = z.strictObject({
  bucket: z.string().regex(/^[a-zA-Z0-9][\w.-]{1,254}$/, destinationMessages.bucketInvalid),
  folder: Folder.default(''),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, destinationMessages.regionInvalid)
    .default('us-east-1'),
  /** The address of the storage; null for Amazon S3. */
  endpoint: address.nullable().default(null),
  /** Whether the bucket is the first part of the path rather than of the host name. */
  pathStyle: z.boolean().default(false),
  accessKeyId: z.string().regex(/^[\w+/=.-]{1,200}$/, destinationMessages.accessKeyNeeded),
  whenTaken: WhenTaken.default('number'),
})
export type S3Settings = z.infer<typeof S3Settings>

export const SftpSettings = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, destinationMessages.hostInvalid),
  port: z
    .int(destinationMessages.portInvalid)
    .min(1, destinationMessages.portInvalid)
    .max(65_535, destinationMessages.portInvalid)
    .default(22),
  username: z.string().regex(/^[^\p{Cc}]{1,100}$/u, destinationMessages.usernameNeeded),
  folder: Folder.default(''),
  /** The confirmed fingerprint of the server's key. null: the test shows it, and nothing is delivered yet. */
  hostKey: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, destinationMessages.hostKeyInvalid)
    .nullable()
    .default(null),
  whenTaken: WhenTaken.default('number'),
})
export type SftpSettings = z.infer<typeof SftpSettings>

export const EmailSettings = z.strictObject({
  to: z
    .array(z.email(destinationMessages.recipientInvalid).max(254))
    .min(1, destinationMessages.recipientsNeeded)
    .max(limits.destinations.recipients)
    .refine(isUnique, destinationMessages.recipientsRepeated),
})
export type EmailSettings = z.infer<typeof EmailSettings>

export const WebhookSettings = z.strictObject({ url: address })
export type WebhookSettings = z.infer<typeof WebhookSettings>

export const SheetSettings = z.strictObject({
  url: SheetUrl,
  /** Whether exports may replace and update sheets of the document, any of them, or only add new ones. */
  mayChange: z.boolean().default(false),
})
export type SheetSettings = z.infer<typeof SheetSettings>

const secret = z.string().min(1, destinationMessages.secretsNeeded).max(limits.secretLength)
export const S3Secrets = z.strictObject({ secretAccessKey: secret })
export type S3Secrets = z.infer<typeof S3Secrets>
/** A password, or a private key in the form of OpenSSH or PEM. */
export const SftpSecrets = z
  .strictObject({
    password: secret.optional(),
    privateKey: z.string().min(1).max(limits.destinations.keyLength).optional(),
    passphrase: secret.optional(),
  })
  .refine(({ password, privateKey }) => (password === undefined) !== (privateKey === undefined), destinationMessages.secretsNeeded)
export type SftpSecrets = z.infer<typeof SftpSecrets>
/** The key that signs, in the form of Standard Webhooks. */
export const WebhookSecrets = z.strictObject({
  signingKey: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, destinationMessages.signingKeyInvalid),
})
export type WebhookSecrets = z.infer<typeof WebhookSecrets>

const kept = { id: z.string(), name: z.string(), hasSecret: z.boolean(), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() }
/** A destination. Its secrets are never shown, and its settings only to those who may change it. */
export const Destination = z.discriminatedUnion('kind', [
  z.object({ ...kept, kind: z.literal('s3'), settings: z.object(S3Settings.shape).nullable() }),
  z.object({ ...kept, kind: z.literal('sftp'), settings: z.object(SftpSettings.shape).nullable() }),
  z.object({ ...kept, kind: z.literal('email'), settings: z.object(EmailSettings.shape).nullable() }),
  z.object({ ...kept, kind: z.literal('webhook'), settings: z.object(WebhookSettings.shape).nullable() }),
  z.object({ ...kept, kind: z.literal('sheet'), settings: z.object(SheetSettings.shape).nullable() }),
])
export type Destination = z.infer<typeof Destination>

export const DestinationRef = z.strictObject({ id: z.string().min(1).max(64) })

const named = { name: Words.min(1, destinationMessages.nameNeeded) }
export const DestinationCreateRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...named, kind: z.literal('s3'), settings: S3Settings, secrets: S3Secrets }),
  z.strictObject({ ...named, kind: z.literal('sftp'), settings: SftpSettings, secrets: SftpSecrets }),
  z.strictObject({ ...named, kind: z.literal('email'), settings: EmailSettings }),
  z.strictObject({ ...named, kind: z.literal('webhook'), settings: WebhookSettings, secrets: WebhookSecrets }),
  z.strictObject({ ...named, kind: z.literal('sheet'), settings: SheetSettings }),
])
export type DestinationCreateRequest = z.infer<typeof DestinationCreateRequest>

const changed = { ...DestinationRef.shape, ...named }
/** Replaces name and settings. Secrets that are left out stay, unless the address changes. */
export const DestinationUpdateRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...changed, kind: z.literal('s3'), settings: S3Settings, secrets: S3Secrets.optional() }),
  z.strictObject({ ...changed, kind: z.literal('sftp'), settings: SftpSettings, secrets: SftpSecrets.optional() }),
  z.strictObject({ ...changed, kind: z.literal('email'), settings: EmailSettings }),
  z.strictObject({ ...changed, kind: z.literal('webhook'), settings: WebhookSettings, secrets: WebhookSecrets.optional() }),
  z.strictObject({ ...changed, kind: z.literal('sheet'), settings: SheetSettings }),
])
export type DestinationUpdateRequest = z.infer<typeof DestinationUpdateRequest>

export const DestinationListResponse = z.object({ destinations: z.array(Destination) })
export const DestinationResponse = z.object({ destination: Destination })

export type DeliveryFailureCode = keyof typeof deliveryFailures
const isFailureCode = (code: unknown): code is DeliveryFailureCode => typeof code === 'string' && Object.hasOwn(deliveryFailures, code)
export const DeliveryFailureCode = z.enum(Object.keys(deliveryFailures).filter(isFailureCode))

/** `failure`: why it is not usable; null where the test succeeded. `hostKey`: the fingerprint that a server with SFTP showed. */
export const DestinationTestResponse = z.object({
  message: z.string(),
  failure: DeliveryFailureCode.nullable(),
  hostKey: z.string().nullable(),
})
export type DestinationTestResponse = z.infer<typeof DestinationTestResponse>
