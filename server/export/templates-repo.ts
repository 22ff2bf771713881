import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { templates } from '#drizzle/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { TemplateType } from '#shared/templates.ts'

const TemplateRow = z.object({
  id: z.string(),
  name: z.string(),
  type: TemplateType,
  columns: z.array(z.string()),
  creatorId: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type TemplateRow = z.infer<typeof TemplateRow>

function explain(error: unknown): never {
  const cause = translated(error)
  throw cause instanceof UniqueViolation ? new AppError('NAME_TAKEN', messages.templates.nameTaken, { cause }) : cause
}

/** The templates by name. */
export async function listTemplateRows(db: Db): Promise<TemplateRow[]> {
  return TemplateRow.array().parse(await db.select().from(templates).orderBy(asc(templates.name), asc(templates.id)))
}

export async function findTemplate(db: Db, id: string): Promise<TemplateRow | null> {
  const [row] = await db.select().from(templates).where(eq(templates.id, id))
  return row ? TemplateRow.parse(row) : null
}

/** Throws NAME_TAKEN where another template of the type has the name. */
export async function insertTemplate(db: Db, row: TemplateRow) {
  await db.insert(templates).values(row).catch(explain)
}

/** The changed row, or null where it no longer exists. Throws NAME_TAKEN. */
export async function updateTemplateRow(db: Db, id: string, change: Partial<Pick<TemplateRow, 'name' | 'columns'>>, updatedAt: Date) {
  const [row] = await db
    .update(templates)
    .set({ ...change, updatedAt })
    .where(eq(templates.id, id))
    .returning()
    .catch(explain)
  return row ? TemplateRow.parse(row) : null
}

/** Returns false where no such template exists. */
export async function deleteTemplate(db: Db, id: string): Promise<boolean> {
  return (await db.delete(templates).where(eq(templates.id, id)).returning({ id: templates.id })).length > 0
}
