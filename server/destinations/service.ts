import { can, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { destinationMessages } from '#shared/destination-messages.ts'
import type { Destination, DestinationCreateRequest, DestinationTestResponse, DestinationUpdateRequest } from '#shared/destinations.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { testFailure } from '#server/destinations/test-failure.ts'
import {
  deleteDestination,
  findDestinationRow,
  insertDestination,
  listDestinationRows,
  replaceDestination,
  type DestinationRow,
} from '#server/destinations/repo.ts'
import { keepsSecrets, sealDestination } from '#server/destinations/secrets.ts'
import { addressRefusal, senderOf } from '#server/destinations/senders.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { validateSheet } from '#server/sheets/service.ts'

export type { DestinationRow }

function shown({ secrets, createdAt, updatedAt, ...row }: DestinationRow): Destination {
  return { ...row, hasSecret: secrets !== null, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

const addressField = {
  s3: 'settings.endpoint',
  sftp: 'settings.host',
  webhook: 'settings.url',
  email: 'settings',
  sheet: 'settings',
} as const

function assertMayCall(deps: Deps, request: Pick<DestinationRow, 'kind' | 'settings'>) {
  const refusal = addressRefusal(deps, request)
  if (refusal !== null) refuseField(addressField[request.kind], refusal)
}

/** null: there is none. */
export const findDestination = ({ database }: Pick<Deps, 'database'>, id: string): Promise<DestinationRow | null> =>
  findDestinationRow(database.db, id)

/** Throws NOT_FOUND. */
export async function destinationRow(deps: Pick<Deps, 'database'>, id: string): Promise<DestinationRow> {
  const row = await findDestination(deps, id)
  if (!row) throw notFound('Destination')
  return row
}

/** The destination that a job or a schedule names. Throws DESTINATION_REFUSED where it was deleted. */
export async function presentDestination(deps: Pick<Deps, 'database'>, id: string): Promise<DestinationRow> {
  const row = await findDestination(deps, id)
  if (!row) throw new AppError('DESTINATION_REFUSED', destinationMessages.gone)
  return row
}

/** What the viewer may see of a destination. An address may contain a secret, so whoever may only use it sees its name and kind. */
const shownTo = (viewer: Viewer, row: DestinationRow): Destination =>
  can(viewer, 'destinations.manage') ? shown(row) : { ...shown(row), settings: null }

/** Throws NOT_FOUND. */
export const getDestination = async (deps: Deps, viewer: Viewer, id: string): Promise<Destination> =>
  shownTo(viewer, await destinationRow(deps, id))

/** All destinations, by name. */
export const listDestinations = async ({ database }: Deps, viewer: Viewer): Promise<Destination[]> =>
  (await listDestinationRows(database.db)).map((row) => shownTo(viewer, row))

/** Throws INVALID_INPUT for an address that may not be called, NAME_TAKEN, and CONFLICT where there are too many. */
export async function createDestination(deps: Deps, request: DestinationCreateRequest): Promise<Destination> {
  assertMayCall(deps, request)
  const { max } = limits.destinations
  const [id, at] = [crypto.randomUUID(), new Date(deps.now())]
  const secrets = 'secrets' in request ? sealDestination(deps.vault, id, request.secrets) : null
  const row = { ...request, id, secrets, createdAt: at, updatedAt: at }
  if (!(await insertDestination(deps.database, row, max))) throw new AppError('CONFLICT', destinationMessages.tooMany(max))
  return shown(row)
}

/** The parts of the settings that say who gets the secrets. */
function addressOf({ kind, settings }: Pick<DestinationRow, 'kind' | 'settings'>): unknown {
  if (kind === 's3' && 'bucket' in settings)
    return [settings.endpoint, settings.region, settings.pathStyle, settings.bucket, settings.accessKeyId]
  if (kind === 'sftp' && 'host' in settings) return [settings.host, settings.port, settings.username]
  return kind === 'webhook' && 'url' in settings ? settings.url : null
}
const isSameAddress = (one: DestinationRow, other: Pick<DestinationRow, 'kind' | 'settings'>) =>
  JSON.stringify(addressOf(one)) === JSON.stringify(addressOf(other))

/**
 * Replaces name, settings and, where given, secrets. Throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN, and CREDENTIALS_NEEDED where the address
 * changes without them: kept secrets never go to a new address.
 */
export async function updateDestination(deps: Deps, request: DestinationUpdateRequest): Promise<Destination> {
  const row = await destinationRow(deps, request.id)
  if (row.kind !== request.kind) refuseField('kind', destinationMessages.kindFixed)
  assertMayCall(deps, request)
  const given = 'secrets' in request ? request.secrets : undefined
  if (given === undefined && keepsSecrets[row.kind] && !isSameAddress(row, request)) throw new AppError('CREDENTIALS_NEEDED')
  const secrets = given === undefined ? row.secrets : sealDestination(deps.vault, row.id, given)
  const changed = { ...request, secrets, createdAt: row.createdAt, updatedAt: new Date(deps.now()) }
  if (!(await replaceDestination(deps.database.db, changed))) throw notFound('Destination')
  return shown(changed)
}

/** Deletes a destination and returns it. Exports that would deliver to it fail, and their schedules are paused. Throws NOT_FOUND. */
export async function removeDestination(deps: Deps, id: string): Promise<Destination> {
  const row = await destinationRow(deps, id)
  if (!(await deleteDestination(deps.database.db, id))) throw notFound('Destination')
  return shown(row)
}

/** Tests address, credentials and place, and says how that went. Throws NOT_FOUND, and the errors of `validateSheet`. */
export async function testDestination(deps: Deps, viewer: Viewer, id: string, signal: AbortSignal): Promise<DestinationTestResponse> {
  const row = await destinationRow(deps, id)
  let hostKey: string | null = null
  const failed = await testFailure(deps, signal, async (within) => {
    await senderOf(deps, row)?.test(within, (fingerprint) => (hostKey = fingerprint))
    if (row.kind === 'sheet') await validateSheet(deps, { viewer, ref: row.settings, signal: within })
  })
  return failed
    ? { message: failed.message, failure: failed.failure, hostKey }
    : { message: destinationMessages.tested, failure: null, hostKey }
}
