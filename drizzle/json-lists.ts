import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { dialect } from '#drizzle/dialect.ts'

type Path = readonly string[]

function countedOnSqlite(column: SQLWrapper, inner: SQLWrapper, path: Path): SQL {
  const at = sql.raw(`'$.${path.join('.')}'`)
  const count = sql`case json_type(${column}, ${at}) when 'array' then json_array_length(${column}, ${at}) else json_extract(${column}, ${at}) end`
  return sql`json_replace(${inner}, ${at}, ${count})`
}

function countedOnPostgres(column: SQLWrapper, inner: SQLWrapper, path: Path): SQL {
  const at = sql.raw(`'{${path.join(',')}}'`)
  const value = sql`${column} #> ${at}`
  const count = sql`case jsonb_typeof(${value}) when 'array' then to_jsonb(jsonb_array_length(${value})) else coalesce(${value}, 'null') end`
  return sql`jsonb_set(${inner}, ${at}, ${count}, false)`
}

/**
 * A JSON column in which the database replaces the lists at these paths by their lengths, so that their content is not read. The paths are
 * inserted as raw SQL and must be constants.
 */
export function withListsCounted(column: SQLWrapper, paths: readonly Path[]): SQLWrapper {
  const counted = dialect === 'sqlite' ? countedOnSqlite : countedOnPostgres
  return paths.reduce<SQLWrapper>((inner, path) => counted(column, inner, path), column)
}
