/** Files of packages that no server opens: the sources of native parts, types and source maps. */
const leftOut = [/^node_modules\/(better-sqlite3|cpu-features)\/(deps|src)$/, /^node_modules\/nan\/.*\.h$/, /\.(d\.[cm]?ts|[cm]?js\.map)$/]

/** The name that better-sqlite3 gives its build for a machine with glibc. */
const sqliteBuild = `${process.platform}-${process.arch}.node`

/** Whether a file or folder of node_modules goes along. `path` is relative to the project, with slashes. */
export function goesAlong(path: string): boolean {
  if (path.startsWith('node_modules/better-sqlite3/prebuilds/')) return path.endsWith(`/${sqliteBuild}`)
  return !leftOut.some((pattern) => pattern.test(path))
}
