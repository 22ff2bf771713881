import type { DestinationKind } from '#shared/delivery.ts'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'
import { destinationMessages } from '#shared/destination-messages.ts'
import { DestinationCreateRequest, DestinationUpdateRequest, type Destination, type WhenTaken } from '#shared/destinations.ts'

/** The secrets of all kinds. Only those of the chosen kind are sent. */
const noSecrets = { secretAccessKey: '', password: '', privateKey: '', passphrase: '', signingKey: '' }
type Secrets = typeof noSecrets

/** A destination in its form. The fields of all kinds stand beside each other, so that a change of the kind loses nothing. */
export type DestinationDraft = Secrets & {
  name: string
  kind: DestinationKind
  folder: string
  whenTaken: WhenTaken
  bucket: string
  region: string
  /** Empty for Amazon S3. */
  endpoint: string
  pathStyle: boolean
  accessKeyId: string
  host: string
  port: string
  username: string
  signIn: 'password' | 'key'
  /** Mail addresses, separated by commas, spaces or lines. */
  to: string
  /** Of a webhook. */
  url: string
  sheetUrl: string
  mayChange: boolean
}

export const newDestination: DestinationDraft = {
  ...noSecrets,
  name: '',
  kind: 's3',
  folder: '',
  whenTaken: 'number',
  bucket: '',
  region: 'us-east-1',
  endpoint: '',
  pathStyle: false,
  accessKeyId: '',
  host: '',
  port: '22',
  username: '',
  signIn: 'password',
  to: '',
  url: '',
  sheetUrl: '',
  mayChange: false,
}

/** The draft that may be kept in the browser. */
export const destinationToKeep = (draft: DestinationDraft): DestinationDraft => ({ ...draft, ...noSecrets })

function settingsFields(destination: Destination): Partial<DestinationDraft> {
  if (destination.settings === null) return {}
  if (destination.kind === 's3') return { ...destination.settings, endpoint: destination.settings.endpoint ?? '' }
  if (destination.kind === 'sftp') {
    const { hostKey: _confirmed, port, ...fields } = destination.settings
    return { ...fields, port: String(port) }
  }
  if (destination.kind === 'email') return { to: destination.settings.to.join('\n') }
  if (destination.kind === 'webhook') return { url: destination.settings.url }
  const { url: sheetUrl, mayChange } = destination.settings
  return { sheetUrl, mayChange }
}

/** An existing destination in its form. An empty secret means "keep". */
export const destinationDraftOf = (destination: Destination): DestinationDraft => ({
  ...newDestination,
  ...settingsFields(destination),
  name: destination.name,
  kind: destination.kind,
})

const addressesIn = (typed: string) => typed.split(/[\s,;]+/).filter((address) => address !== '')
const whole = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)

/** The confirmed key of the server stays only where the server does. */
function keptHostKey({ host, port }: DestinationDraft, saved: Destination | undefined): string | null {
  if (saved?.kind !== 'sftp' || saved.settings === null) return null
  return saved.settings.host === host.trim().toLowerCase() && saved.settings.port === whole(port) ? saved.settings.hostKey : null
}

const settingsOf = {
  s3: ({ bucket, folder, region, endpoint, pathStyle, accessKeyId, whenTaken }: DestinationDraft) => ({
    bucket: bucket.trim(),
    folder,
    region: region.trim(),
    endpoint: endpoint.trim() || null,
    pathStyle,
    accessKeyId: accessKeyId.trim(),
    whenTaken,
  }),
  sftp: (draft: DestinationDraft, saved: Destination | undefined) => {
    const { host, port, username, folder, whenTaken } = draft
    return { host, port: whole(port), username: username.trim(), folder, whenTaken, hostKey: keptHostKey(draft, saved) }
  },
  email: ({ to }: DestinationDraft) => ({ to: addressesIn(to) }),
  webhook: ({ url }: DestinationDraft) => ({ url: url.trim() }),
  sheet: ({ sheetUrl, mayChange }: DestinationDraft) => ({ url: sheetUrl.trim(), mayChange }),
} satisfies Record<DestinationKind, (draft: DestinationDraft, saved: Destination | undefined) => object>

/** The secret fields that the form shows. The first one is always needed. */
export function secretFieldsOf({ kind, signIn }: Pick<DestinationDraft, 'kind' | 'signIn'>): readonly (keyof Secrets)[] {
  if (kind === 's3') return ['secretAccessKey']
  if (kind === 'sftp') return signIn === 'password' ? ['password'] : ['privateKey', 'passphrase']
  return kind === 'webhook' ? ['signingKey'] : []
}

function givenSecrets(draft: DestinationDraft): Partial<Secrets> | undefined {
  const given: Partial<Secrets> = {}
  for (const field of secretFieldsOf(draft)) if (draft[field] !== '') given[field] = draft[field]
  return Object.keys(given).length === 0 ? undefined : given
}

/** The body of the call that makes the destination, or changes the given one. The server's schemas judge it. */
export function destinationRequest(draft: DestinationDraft, saved: Destination | undefined): object {
  const secrets = givenSecrets(draft)
  const settings = settingsOf[draft.kind](draft, saved)
  const request = { name: draft.name, kind: draft.kind, settings, ...(secrets && { secrets }) }
  return saved ? { id: saved.id, ...request } : request
}

const addressFields = {
  s3: ['bucket', 'region', 'endpoint', 'pathStyle', 'accessKeyId'],
  sftp: ['host', 'port', 'username'],
  webhook: ['url'],
  email: [],
  sheet: [],
} as const satisfies Record<DestinationKind, readonly (keyof DestinationDraft)[]>

const isMoved = (draft: DestinationDraft, saved: Destination): boolean => {
  const before = destinationDraftOf(saved)
  return addressFields[draft.kind].some((field) => String(draft[field]).trim() !== String(before[field]))
}

/** Kept secrets never go to a new address. */
function lackingSecrets(draft: DestinationDraft, saved: Destination | undefined): Record<string, string> {
  const [field] = secretFieldsOf(draft)
  if (field === undefined || givenSecrets(draft)?.[field]) return {}
  if (saved && !isMoved(draft, saved) && givenSecrets(draft) === undefined) return {}
  return { [field]: saved && isMoved(draft, saved) ? destinationFormMessages.secretsAgain : destinationMessages.secretsNeeded }
}

/** The field of the form that shows a mistake at a path of the request: `settings.host`, `settings.to.0`, `secrets.password`. */
export function fieldAt(path: string, draft: DestinationDraft): string {
  const [first = '', second] = path.split('.')
  if (first === 'secrets') return second ?? secretFieldsOf(draft)[0] ?? 'name'
  if (first !== 'settings') return first
  return draft.kind === 'sheet' ? 'sheetUrl' : (second ?? 'name')
}

/** The draft's mistakes by field, from the server's schemas. */
export function mistakesInDestination(draft: DestinationDraft, saved: Destination | undefined): Record<string, string> {
  const schema = saved ? DestinationUpdateRequest : DestinationCreateRequest
  const issues = schema.safeParse(destinationRequest(draft, saved)).error?.issues ?? []
  const mistakes = issues.map(({ path, message }) => [fieldAt(path.join('.'), draft), message] as const)
  return { ...Object.fromEntries(mistakes), ...lackingSecrets(draft, saved) }
}
