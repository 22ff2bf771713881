export type Dialect = 'sqlite' | 'postgres'

const schemes: readonly (readonly [RegExp, Dialect])[] = [
  [/^file:[^\s'"]/, 'sqlite'],
  [/^postgres(ql)?:\/\/\S/, 'postgres'],
]

/** The database of a URL. null: the URL is of no supported database. */
export const dialectOf = (url: string): Dialect | null => schemes.find(([scheme]) => scheme.test(url))?.[1] ?? null

/**
 * The dialect of the tables. They are built at import, so DATABASE_URL must be set before. openDatabase refuses a URL of the other dialect.
 */
export const dialect: Dialect = dialectOf(process.env['DATABASE_URL'] ?? '') ?? 'sqlite'
