/** A file or folder that a program opens at run time, or starts: `import.meta.resolve('#server/images/process.ts')`. */
const resolved = /import\.meta\.resolve\('#([^']+)'\)/g

/** Where the migrations are, whose folder is chosen by the database. */
const migrations = ['drizzle/sqlite', 'drizzle/postgres']

const isProgram = (path: string) => path.endsWith('.ts')

/** What files with these texts open or start, relative to the project. `programs`: TypeScript. `files`: all else, and folders. */
export function resolvedBy(texts: readonly string[]): { programs: string[]; files: string[] } {
  const found = [...new Set(texts.flatMap((text) => [...text.matchAll(resolved)].flatMap(([, path]) => path ?? [])))].toSorted()
  return { programs: found.filter(isProgram), files: [...migrations, ...found.filter((path) => !isProgram(path))] }
}
