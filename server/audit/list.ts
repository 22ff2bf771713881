import type { AuditEntry, AuditFilter, AuditListRequest } from '#shared/audit.ts'
import { CsvOptions } from '#shared/export.ts'
import type { Deps } from '#server/deps.ts'
import { Download } from '#server/procedure/download.ts'
import { csvWriter } from '#server/rows/csv.ts'
import { decodeKeysetCursor, encodeKeysetCursor, type KeysetPlace } from '#server/rows/keyset-cursor.ts'
import { listEntries } from './list-repo.ts'

const csvPage = 500

const placeOf = ({ at, id }: AuditEntry): KeysetPlace => ({ at: new Date(at), id })

/** One page of the audit log, newest first. Throws INVALID_CURSOR. */
export async function listAudit({ database }: Deps, { limit, cursor, ...filter }: AuditListRequest) {
  const found = await listEntries(database.db, filter, decodeKeysetCursor(cursor), limit + 1)
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const nextCursor = found.length > limit && last ? encodeKeysetCursor(placeOf(last)) : null
  return { entries, nextCursor, next_cursor: nextCursor }
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
  'transport',
  'address',
  'user_agent',
  'request_id',
] as const

/** All matching entries as a CSV file, read from the database during the download. */
export function auditCsv({ database, now }: Deps, filter: AuditFilter): Download {
  const { start, row } = csvWriter(CsvOptions.parse({}))
  async function* body() {
    yield start([...columns, 'details'])
    let after: KeysetPlace | null = null
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
