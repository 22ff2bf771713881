import { and, asc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { destinations } from '#drizzle/destination-tables.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { lockInstallation } from '#drizzle/installation-lock.ts'
import { destinationMessages } from '#shared/destination-messages.ts'
import { EmailSettings, S3Settings, SftpSettings, SheetSettings, WebhookSettings } from '#shared/destinations.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

const kept = { id: z.string(), name: z.string(), secrets: z.string().nullable(), createdAt: z.date(), updatedAt: z.date() }
/** A stored destination. The secrets are encrypted. */
const DestinationRow = z.discriminatedUnion('kind', [
  z.object({ ...kept, kind: z.literal('s3'), settings: S3Settings }),
  z.object({ ...kept, kind: z.literal('sftp'), settings: SftpSettings }),
  z.object({ ...kept, kind: z.literal('email'), settings: EmailSettings }),
  z.object({ ...kept, kind: z.literal('webhook'), settings: WebhookSettings }),
  z.object({ ...kept, kind: z.literal('sheet'), settings: SheetSettings }),
])
export type DestinationRow = z.infer<typeof DestinationRow>

function explain(error: unknown): never {
  const cause = translated(error)
  if (cause instanceof UniqueViolation) refuseField('name', destinationMessages.nameTaken, 'NAME_TAKEN')
  throw cause
}

/** All destinations, by name. */
export async function listDestinationRows(db: Db): Promise<DestinationRow[]> {
  return DestinationRow.array().parse(await db.select().from(destinations).orderBy(asc(destinations.name), asc(destinations.id)))
}

export async function findDestinationRow(db: Db, id: string): Promise<DestinationRow | null> {
  const [row] = await db.select().from(destinations).where(eq(destinations.id, id))
  return row ? DestinationRow.parse(row) : null
}

/** Adds a destination. Returns false, without it, where there are `most` already. Throws NAME_TAKEN. */
export async function insertDestination({ batch }: Database, row: DestinationRow, most: number): Promise<boolean> {
  const [, , removed] = await batch((db) => [
    lockInstallation(db),
    db.insert(destinations).values(row).returning({ id: destinations.id }),
    db
      .delete(destinations)
      .where(and(eq(destinations.id, row.id), gt(db.$count(destinations), most)))
      .returning({ id: destinations.id }),
  ]).catch(explain)
  return removed.length === 0
}

/** Replaces all but kind and creation. Returns false where it was deleted. Throws NAME_TAKEN. */
export async function replaceDestination(db: Db, { id, name, settings, secrets, updatedAt }: DestinationRow): Promise<boolean> {
  const change = { name, settings, secrets, updatedAt }
  const rows = await db.update(destinations).set(change).where(eq(destinations.id, id)).returning({ id: destinations.id }).catch(explain)
  return rows.length > 0
}

/** Returns false where it was deleted before. */
export async function deleteDestination(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(destinations).where(eq(destinations.id, id)).returning({ id: destinations.id })
  return rows.length > 0
}
