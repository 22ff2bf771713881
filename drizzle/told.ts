import { sql } from 'drizzle-orm'
import { dialect } from '#drizzle/dialect.ts'

/** The channel on which Postgres tells the workers that they may find something to do. */
export const jobsChannel = 'jobs'

/** A column for RETURNING: for each returned row, the commit tells the workers. With SQLite, they see by themselves that the file has changed. */
export const told = dialect === 'postgres' ? sql`pg_notify('${sql.raw(jobsChannel)}', '')` : sql`null`
