export type Dialect = 'sqlite' | 'postgres'

const schemes: readonly (readonly [RegExp, Dialect])[] = [
  [/^file:[^\s'"]/, 'sqlite'],
  [/^postgres(ql)?:\/\/\S/, 'postgres'],
]

/** Which database a URL names; null where it names none that we know, as with a typing mistake. */
export const dialectOf = (url: string): Dialect | null => schemes.find(([scheme]) => scheme.test(url))?.[1] ?? null

/**
 * What the tables are built for. They are built when they are imported, so the environment has to name the database by then:
 * openDatabase refuses the URL of another one.
 */
export const dialect: Dialect = dialectOf(process.env['DATABASE_URL'] ?? '') ?? 'sqlite'
