import { can, levels, missingRight, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import {
  lackingColumns,
  templatePolicies,
  unknownColumns,
  type Template,
  type TemplateCreateRequest,
  type TemplateType,
  type TemplateUpdateRequest,
} from '#shared/templates.ts'
import type { Deps } from '#server/deps.ts'
import {
  findTemplate,
  insertTemplate,
  listTemplateRows,
  deleteTemplate,
  updateTemplateRow,
  type TemplateRow,
} from '#server/export/templates-repo.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

const isReadable = (viewer: Viewer, { type }: { type: TemplateType }) => can(viewer, templatePolicies[type].read)
/** A template belongs to no store, so only a level for all stores counts. */
const isEditable = (viewer: Viewer, { creatorId }: TemplateRow) => creatorId === viewer.id || can(viewer, 'templates.ofOthers')

function templateOf(viewer: Viewer, row: TemplateRow): Template {
  const { id, name, type, columns, creatorId, createdAt, updatedAt } = row
  return {
    id,
    name,
    type,
    columns,
    lacking: lackingColumns(type, columns),
    createdBy: creatorId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    canEdit: isEditable(viewer, row),
  }
}

function assertKnown(type: TemplateType, columns: readonly string[]) {
  const unknown = unknownColumns(type, columns)
  if (unknown.length > 0) refuseField('columns', messages.templates.unknownColumns(unknown))
}

/** A template that the viewer may see. Any other is reported as not found. */
async function readable({ database }: Deps, viewer: Viewer, id: string): Promise<TemplateRow> {
  const row = await findTemplate(database.db, id)
  if (!row || !isReadable(viewer, row)) throw notFound('Template')
  return row
}

async function editable(deps: Deps, viewer: Viewer, id: string): Promise<TemplateRow> {
  const row = await readable(deps, viewer, id)
  if (!isEditable(viewer, row)) throw new AppError('ACCESS_DENIED', messages.templates.notYours(levels.admin))
  return row
}

/** The team's templates whose type the viewer may read, by name. */
export async function listTemplates({ database }: Deps, viewer: Viewer, type: TemplateType | undefined): Promise<Template[]> {
  const rows = await listTemplateRows(database.db)
  return rows.filter((row) => isReadable(viewer, row) && (!type || row.type === type)).map((row) => templateOf(viewer, row))
}

export async function getTemplate(deps: Deps, viewer: Viewer, id: string): Promise<Template> {
  return templateOf(viewer, await readable(deps, viewer, id))
}

/** Throws ACCESS_DENIED, INVALID_INPUT for columns of no catalogue, NAME_TAKEN where another template of the type has the name. */
export async function createTemplate({ database, now }: Deps, viewer: Viewer, request: TemplateCreateRequest): Promise<Template> {
  const policy = templatePolicies[request.type].create
  if (!can(viewer, policy)) throw new AppError('ACCESS_DENIED', missingRight(policy))
  assertKnown(request.type, request.columns)
  const at = new Date(now())
  const row = { id: crypto.randomUUID(), ...request, creatorId: viewer.id, createdAt: at, updatedAt: at }
  await insertTemplate(database.db, row)
  return templateOf(viewer, row)
}

/** Allowed for its creator and from role level 90 for all stores. Throws NOT_FOUND, ACCESS_DENIED, INVALID_INPUT, NAME_TAKEN. */
export async function updateTemplate(deps: Deps, viewer: Viewer, { id, name, columns }: TemplateUpdateRequest): Promise<Template> {
  const { type } = await editable(deps, viewer, id)
  if (columns) assertKnown(type, columns)
  const change = { ...(name === undefined ? {} : { name }), ...(columns ? { columns } : {}) }
  const row = await updateTemplateRow(deps.database.db, id, change, new Date(deps.now()))
  if (!row) throw notFound('Template')
  return templateOf(viewer, row)
}

/** Allowed for its creator and from role level 90 for all stores. Returns the removed template. Throws NOT_FOUND, ACCESS_DENIED. */
export async function removeTemplate(deps: Deps, viewer: Viewer, id: string): Promise<Template> {
  const row = await editable(deps, viewer, id)
  if (!(await deleteTemplate(deps.database.db, id))) throw notFound('Template')
  return templateOf(viewer, row)
}
