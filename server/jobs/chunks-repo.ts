import { and, desc, eq, gte, like, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobFileChunks as chunks } from '#drizzle/job-tables.ts'
import { AppError } from '#shared/errors.ts'
import { isDiskFull } from '#server/procedure/disk-full.ts'

export type Chunk = { start: number; bytes: Buffer }

/** Throws DISK_FULL. */
export async function addChunk(db: Db, file: string, { start, bytes }: Chunk) {
  try {
    await db.insert(chunks).values({ file, start, bytes })
  } catch (error) {
    throw isDiskFull(error) ? new AppError('DISK_FULL', undefined, { cause: error }) : error
  }
}

/** Copies the chunks before an offset. Chunks end at every stored offset, so none crosses it. */
export async function copyChunks(db: Db, from: string, to: string, before: number) {
  await db.insert(chunks).select(
    db
      .select({ file: sql<string>`${to}`.as('file'), start: chunks.start, bytes: chunks.bytes })
      .from(chunks)
      .where(and(eq(chunks.file, from), lt(chunks.start, before))),
  )
}

/** The chunk with the byte at an offset, or the last one before it. */
export async function chunkAt(db: Db, file: string, offset: number): Promise<Chunk | null> {
  const [chunk] = await db
    .select({ start: chunks.start, bytes: chunks.bytes })
    .from(chunks)
    .where(and(eq(chunks.file, file), lte(chunks.start, offset)))
    .orderBy(desc(chunks.start))
    .limit(1)
  return chunk ?? null
}

export async function renameChunks(db: Db, from: string, to: string) {
  await db.update(chunks).set({ file: to }).where(eq(chunks.file, from))
}

/** The names of all files with this prefix. */
export async function filesBeginning(db: Db, start: string): Promise<string[]> {
  const rows = await db
    .select({ file: chunks.file })
    .from(chunks)
    .where(like(chunks.file, `${start}%`))
    .groupBy(chunks.file)
  return rows.map(({ file }) => file)
}

/** Removes a file's chunks from an offset on, by default all of them. */
export async function removeChunks(db: Db, file: string, from = 0) {
  await db.delete(chunks).where(and(eq(chunks.file, file), gte(chunks.start, from)))
}
