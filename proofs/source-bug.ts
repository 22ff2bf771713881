// A seeded bug: code of the product that a worker's process replaces as it loads the file. The files themselves stay as they are.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

export const SourceBug = z.object({
  file: z.string(),
  changes: z.array(z.object({ from: z.string(), to: z.string() })),
})
/** `file`: from the project's folder. Each `from` stands in it once. */
export type SourceBug = z.infer<typeof SourceBug>

/** Throws where the product's code has changed, so that a bug is never left out unnoticed. */
function changed(text: string, { file, changes }: SourceBug): string {
  return changes.reduce((done, { from, to }) => {
    if (done.split(from).length !== 2) throw new Error(`\`${from}\` does not stand once in ${file}`)
    return done.replace(from, () => to)
  }, text)
}

/** Changes a file that has not been loaded yet. */
export function plantSourceBug(bug: SourceBug) {
  const path = join(import.meta.dirname, '..', bug.file)
  const target = pathToFileURL(path).href
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      return url === target ? { ...loaded, source: changed(readFileSync(path, 'utf8'), bug) } : loaded
    },
  })
}
