import { can, levels, missingRight, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { ListScreen } from '#shared/list-layout.ts'
import { messages } from '#shared/messages.ts'
import { acceptedSearch, searchWithin, viewStores } from '#shared/view-search.ts'
import {
  unknownListColumns,
  viewRights,
  ViewScreen,
  type View,
  type ViewCreateRequest,
  type ViewSearch,
  type ViewUpdateRequest,
} from '#shared/views.ts'
import type { Deps } from '#server/deps.ts'
import {
  countViews,
  deleteView,
  findView,
  insertView,
  listViewRows,
  updateDefault,
  updateViewRow,
  type FoundView,
  type ViewRow,
} from '#server/profile/views-repo.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { listStores } from '#server/stores/service.ts'

const isReadable = (viewer: Viewer, screen: ListScreen) => can(viewer, viewRights[screen].read)
const isMine = (viewer: Viewer, { ownerId }: ViewRow) => ownerId === viewer.id

/** A level counts only in the stores that a view names, and for one that names none only where it is for all stores. */
function leads(viewer: Viewer, { screen, search }: ViewRow): boolean {
  const named = viewStores(screen, search)
  return named.length > 0 ? named.every((storeId) => can(viewer, 'views.ofOthers', storeId)) : can(viewer, 'views.ofOthers', null)
}

/** A view that others own is seen only where it is shared. */
const isEditable = (viewer: Viewer, row: ViewRow) => isMine(viewer, row) || leads(viewer, row)

/** The ids of the stores that a view may name to this viewer. */
async function storesOf(deps: Deps, viewer: Viewer, screen: ListScreen): Promise<ReadonlySet<string>> {
  const { stores } = await listStores(deps, viewer, { permission: viewRights[screen].permission })
  return new Set(stores.map(({ id }) => id))
}

function viewOf(viewer: Viewer, { row, isDefault }: FoundView, stores: ReadonlySet<string>): View {
  const { id, screen, name, shared, search, columns, density } = row
  const gone = unknownListColumns(screen, columns ?? [])
  return {
    id,
    screen,
    name,
    shared,
    isDefault,
    search: searchWithin(screen, acceptedSearch(screen, search), stores),
    columns: columns && columns.filter((column) => !gone.includes(column)),
    density,
    isMine: isMine(viewer, row),
    canEdit: isEditable(viewer, row),
  }
}

function assertKnown(screen: ListScreen, { search, columns }: { search?: ViewSearch | undefined; columns?: string[] | null | undefined }) {
  const accepted = acceptedSearch(screen, search ?? {})
  const refused = Object.keys(search ?? {}).filter((name) => !(name in accepted))
  if (refused.length > 0) refuseField('search', messages.views.unknownFields(refused))
  const unknown = unknownListColumns(screen, columns ?? [])
  if (unknown.length > 0) refuseField('columns', messages.views.unknownColumns(unknown))
}

/** A view that the viewer may see. Any other is reported as not found. */
async function readable({ database }: Deps, viewer: Viewer, id: string): Promise<FoundView> {
  const found = await findView(database.db, viewer.id, id)
  if (!found || !isReadable(viewer, found.row.screen)) throw notFound('View')
  return found
}

function assertEditable(viewer: Viewer, row: ViewRow) {
  if (!isEditable(viewer, row)) throw new AppError('ACCESS_DENIED', messages.views.notYours(levels.admin))
}

/** The viewer's own views and those of the team, of the lists that the viewer may read, by name. */
export async function listViews(deps: Deps, viewer: Viewer, wanted: ListScreen | undefined): Promise<View[]> {
  const screens = ViewScreen.options.filter((screen) => isReadable(viewer, screen) && (!wanted || screen === wanted))
  const stores = new Map(await Promise.all(screens.map(async (screen) => [screen, await storesOf(deps, viewer, screen)] as const)))
  return (await listViewRows(deps.database.db, viewer.id)).flatMap((found) => {
    const known = stores.get(found.row.screen)
    return known ? [viewOf(viewer, found, known)] : []
  })
}

/**
 * Saves a view. Stores out of the viewer's reach are left out. Throws ACCESS_DENIED, INVALID_INPUT for what the list cannot show,
 * NAME_TAKEN, and CONFLICT where the viewer has the maximum number of views.
 */
export async function createView(deps: Deps, viewer: Viewer, { isDefault, ...request }: ViewCreateRequest): Promise<View> {
  const { screen, search } = request
  if (!isReadable(viewer, screen)) throw new AppError('ACCESS_DENIED', missingRight(viewRights[screen].read))
  assertKnown(screen, request)
  const { database } = deps
  const { perPerson } = limits.views
  if ((await countViews(database.db, viewer.id)) >= perPerson) throw new AppError('CONFLICT', messages.views.tooMany(perPerson))
  const stores = await storesOf(deps, viewer, screen)
  const at = new Date(deps.now())
  const id = crypto.randomUUID()
  const row = { ...request, id, search: searchWithin(screen, search, stores), ownerId: viewer.id, createdAt: at, updatedAt: at }
  await insertView(database, row, { userId: viewer.id, view: row, isDefault })
  return viewOf(viewer, { row, isDefault }, stores)
}

/**
 * Changes a view, for its owner and who has role level 90 in all of its stores. The viewer's own default may be any view that they see. Throws NOT_FOUND,
 * ACCESS_DENIED, INVALID_INPUT, NAME_TAKEN.
 */
export async function updateView(deps: Deps, viewer: Viewer, { id, isDefault, ...fields }: ViewUpdateRequest): Promise<View> {
  const { database } = deps
  const found = await readable(deps, viewer, id)
  const { row } = found
  const stores = await storesOf(deps, viewer, row.screen)
  const chosen = { userId: viewer.id, view: row, isDefault }
  if (Object.values(fields).every((value) => value === undefined)) {
    await updateDefault(database, chosen)
    return viewOf(viewer, { row, isDefault: isDefault ?? found.isDefault }, stores)
  }
  assertEditable(viewer, row)
  assertKnown(row.screen, fields)
  if (fields.shared === false && row.ownerId === null) refuseField('shared', messages.views.ownerGone)
  const change = { ...fields, search: fields.search && searchWithin(row.screen, fields.search, stores) }
  assertEditable(viewer, { ...row, search: change.search ?? row.search })
  const after = await updateViewRow(database, row, change, chosen, new Date(deps.now()))
  if (!after) throw notFound('View')
  // An administrator no longer sees what they took from the team.
  const isSeen = after.shared || isMine(viewer, after)
  return viewOf(viewer, { row: after, isDefault: isSeen && (isDefault ?? found.isDefault) }, stores)
}

/** Deletes a view, for its owner and who has role level 90 in all of its stores. Returns the deleted view. Throws NOT_FOUND, ACCESS_DENIED. */
export async function removeView(deps: Deps, viewer: Viewer, id: string): Promise<View> {
  const found = await readable(deps, viewer, id)
  assertEditable(viewer, found.row)
  if (!(await deleteView(deps.database, id))) throw notFound('View')
  return viewOf(viewer, found, await storesOf(deps, viewer, found.row.screen))
}
