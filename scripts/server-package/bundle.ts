// The server's programs as few minified files. They start in half the time of the sources, and take a third less memory: Node keeps the text
// of each loaded file, and would strip the types of each at every start.
import { rolldown } from 'rolldown'

/** Packages that stay as they are, because they open files of their own: native libraries, and the script of the API reference. */
export const keptPackages = ['better-sqlite3', 'sharp', 'ssh2', '@scalar/fastify-api-reference']

/** Of 5 MB in memory, and only for passkeys. Its functions are asynchronous anyway. */
const loadedLate = '@simplewebauthn/server'
const lateFunctions = [
  'generateAuthenticationOptions',
  'generateRegistrationOptions',
  'verifyAuthenticationResponse',
  'verifyRegistrationResponse',
]
const lateMark = '?late'

/** Replaces a package by functions that load it at their first call. */
const loadLate = {
  name: 'load-late',
  resolveId: {
    filter: { id: new RegExp(`^${loadedLate}$`) },
    handler: (name: string, importer: string | undefined) => (importer?.endsWith(lateMark) ? null : `${name}${lateMark}`),
  },
  load: {
    filter: { id: /\?late$/ },
    handler: (id: string) =>
      lateFunctions
        .map((name) => `export const ${name} = async (options) => (await import('${id.slice(0, -lateMark.length)}')).${name}(options)`)
        .join('\n'),
  },
}

const isKept = (name: string) => keptPackages.some((kept) => name === kept || name.startsWith(`${kept}/`))

/**
 * Writes the programs `entries`, such as `server/main.ts`, to the same places of a folder, as `.js`, and what they share to `server/parts`.
 * Throws where a file imports what is not there.
 */
export async function bundle(entries: readonly string[], folder: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ''), entry])),
    platform: 'node',
    external: isKept,
    plugins: [loadLate],
  })
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'server/parts/[name]-[hash].js',
    // One character beyond Latin-1 would double the memory that V8 takes for a file.
    charset: 'ascii',
    comments: false,
    // Names of functions and classes stay, for stack traces.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  })
  await build.close()
}
