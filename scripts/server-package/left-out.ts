/**
 * Files of packages that no server opens, most of their packages' size: Google's 300 other interfaces, the sources
 * of SQLite, and Amazon's modules for bundlers.
 */
const leftOut = [
  /^node_modules\/googleapis\/build\/src\/apis\/(?!sheets(\/|$))[^/]+/,
  /^node_modules\/better-sqlite3\/(deps|src)$/,
  /^node_modules\/@(aws-sdk|smithy)\/[^/]+\/dist-(es|types)$/,
  /\.(d\.[cm]?ts|[cm]?js\.map)$/,
]

/** The name that better-sqlite3 gives its build for a machine with glibc. */
const sqliteBuild = `${process.platform}-${process.arch}.node`

/** Whether a file or folder of node_modules goes along. `path` is relative to the project, with slashes. */
export function goesAlong(path: string): boolean {
  if (path.startsWith('node_modules/better-sqlite3/prebuilds/')) return path.endsWith(`/${sqliteBuild}`)
  return !leftOut.some((pattern) => pattern.test(path))
}
