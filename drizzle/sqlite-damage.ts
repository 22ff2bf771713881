import type Sqlite from 'better-sqlite3'

/** Describes the first damaged page, index or foreign key of a SQLite database. null: there is none. */
export function damageIn(client: Sqlite.Database): string | null {
  const found = client.prepare('pragma integrity_check(1)').pluck().get()
  if (found !== 'ok') return String(found)
  const [broken] = client.prepare('pragma foreign_key_check').raw().all()
  return broken === undefined ? null : `a reference leads nowhere: ${JSON.stringify(broken)}`
}
