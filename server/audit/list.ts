import { z } from 'zod'
import type { AuditEntry, AuditFilter, AuditListRequest } from '#shared/audit.ts'
import { AppError } from '#shared/errors.ts'
import { CsvOptions } from '#shared/export.ts'
import type { Deps } from '#server/deps.ts'
import { Download } from '#server/procedure/download.ts'
import { csvWriter } from '#server/rows/csv.ts'
import { listEntries, type AuditCursor } from './list-repo.ts'

const Cursor = z.tuple([z.number(), z.string()])
const csvPage = 500

const placeOf = ({ at, id }: AuditEntry): AuditCursor => ({ at: new Date(at), id })
const seal = ({ at, id }: AuditCursor) => Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url')

function unseal(cursor: string): AuditCursor {
  try {
    const [at, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { at: new Date(at), id }
  } catch (cause) {
    throw new AppError('INVALID_CURSOR', undefined, { cause })
  }
}

/** One page of the audit, the newest first. Throws INVALID_CURSOR. */
export async function listAudit({ database }: Deps, { limit, cursor, ...filter }: AuditListRequest) {
  const found = await listEntries(database.db, filter, cursor === undefined ? null : unseal(cursor), limit + 1)
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  return { entries, next_cursor: found.length > limit && last ? seal(placeOf(last)) : null }
}

const columns = [
  'at',
  'actor_email',
  'actor_name',
  'actor_id',
  'action',
  'target',
  'target_name',
  'decision',
  'repeats',
  'door',
  'address',
  'user_agent',
  'request_id',
] as const

/** Everything that fits, as a CSV file that is read as it is written. */
export function auditCsv({ database, now }: Deps, filter: AuditFilter): Download {
  const { start, row } = csvWriter(CsvOptions.parse({}))
  async function* body() {
    yield start([...columns, 'details'])
    let after: AuditCursor | null = null
    while (true) {
      const entries: AuditEntry[] = await listEntries(database.db, filter, after, csvPage)
      for (const entry of entries)
        yield row([...columns.map((column) => entry[column]), entry.details === null ? null : JSON.stringify(entry.details)])
      const last = entries.at(-1)
      if (!last || entries.length < csvPage) return
      after = placeOf(last)
    }
  }
  return new Download(`audit_${new Date(now()).toISOString().slice(0, 10)}.csv`, body(), null)
}
