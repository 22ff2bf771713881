import { and, asc, eq, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { viewDefaults, views } from '#drizzle/schema.ts'
import { AppError } from '#shared/errors.ts'
import { Density } from '#shared/list-layout.ts'
import { messages } from '#shared/messages.ts'
import { ViewScreen } from '#shared/views.ts'

const ViewRow = z.object({
  id: z.string(),
  screen: ViewScreen,
  name: z.string(),
  shared: z.boolean(),
  search: z.record(z.string(), z.unknown()),
  columns: z.array(z.string()).nullable(),
  density: Density.nullable(),
  /** Null where the owner of a shared view was deleted. */
  ownerId: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type ViewRow = z.infer<typeof ViewRow>
type ViewChange = { [Field in 'name' | 'shared' | 'search' | 'columns' | 'density']?: ViewRow[Field] | undefined }
/** A view, and whether the person's screen opens with it. */
export type FoundView = { row: ViewRow; isDefault: boolean }

function explain(error: unknown): never {
  const cause = translated(error)
  throw cause instanceof UniqueViolation ? new AppError('NAME_TAKEN', messages.views.nameTaken, { cause }) : cause
}

/** The views that a person sees: their own, and those of the team. */
const seenBy = (db: Db, userId: string, id?: string) =>
  db
    .select({ view: views, defaultOf: viewDefaults.userId })
    .from(views)
    .leftJoin(viewDefaults, and(eq(viewDefaults.viewId, views.id), eq(viewDefaults.userId, userId)))
    .where(and(or(eq(views.shared, true), eq(views.ownerId, userId)), id === undefined ? undefined : eq(views.id, id)))
    .orderBy(asc(views.name), asc(views.id))
const toFound = ({ view, defaultOf }: Awaited<ReturnType<typeof seenBy>>[number]): FoundView => ({
  row: ViewRow.parse(view),
  isDefault: defaultOf !== null,
})

/** A person's own views and the shared ones, by name. */
export async function listViewRows(db: Db, userId: string): Promise<FoundView[]> {
  return (await seenBy(db, userId)).map(toFound)
}

/** Null for one that the person does not see. */
export async function findView(db: Db, userId: string, id: string): Promise<FoundView | null> {
  const [found] = await seenBy(db, userId, id)
  return found ? toFound(found) : null
}

export const countViews = (db: Db, ownerId: string): Promise<number> => db.$count(views, eq(views.ownerId, ownerId))

type Chosen = { userId: string; view: Pick<ViewRow, 'id' | 'screen'>; isDefault: boolean | undefined }

/** Sets or clears a person's default. Without `isDefault` it stays. */
function chooseDefault(db: Db, { userId, view: { id: viewId, screen }, isDefault }: Chosen) {
  if (isDefault === undefined) return []
  const returned = { viewId: viewDefaults.viewId }
  return isDefault
    ? [
        db
          .insert(viewDefaults)
          .values({ userId, screen, viewId })
          .onConflictDoUpdate({ target: [viewDefaults.userId, viewDefaults.screen], set: { viewId } })
          .returning(returned),
      ]
    : [
        db
          .delete(viewDefaults)
          .where(and(eq(viewDefaults.userId, userId), eq(viewDefaults.viewId, viewId)))
          .returning(returned),
      ]
}

/** Throws NAME_TAKEN where the owner has another view of the list with that name. */
export async function insertView({ batch }: Database, row: ViewRow, chosen: Chosen) {
  await batch((db) => [db.insert(views).values(row).returning({ id: views.id }), ...chooseDefault(db, chosen)]).catch(explain)
}

/** The changed row, or null where it no longer exists. An unshared view is nobody else's default any more. Throws NAME_TAKEN. */
export async function updateViewRow({ batch }: Database, { id, ownerId }: ViewRow, change: ViewChange, chosen: Chosen, updatedAt: Date) {
  const [rows] = await batch((db) => [
    db
      .update(views)
      .set({ ...change, updatedAt })
      .where(eq(views.id, id))
      .returning(),
    ...chooseDefault(db, chosen),
    ...(change.shared === false && ownerId !== null
      ? [
          db
            .delete(viewDefaults)
            .where(and(eq(viewDefaults.viewId, id), ne(viewDefaults.userId, ownerId)))
            .returning({ viewId: viewDefaults.viewId }),
        ]
      : []),
  ]).catch(explain)
  return rows[0] ? ViewRow.parse(rows[0]) : null
}

/** Changes only the person's default. */
export async function updateDefault({ batch }: Database, chosen: Chosen) {
  await batch((db) => chooseDefault(db, chosen))
}

/** Returns false where no such view exists. */
export async function deleteView({ batch }: Database, id: string): Promise<boolean> {
  const [rows] = await batch((db) => [
    db.delete(views).where(eq(views.id, id)).returning({ id: views.id }),
    db.delete(viewDefaults).where(eq(viewDefaults.viewId, id)).returning({ viewId: viewDefaults.viewId }),
  ])
  return rows.length > 0
}
