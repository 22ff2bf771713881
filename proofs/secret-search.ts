// Searches files for secrets, unchanged and in their possible encodings.
import { globSync, readFileSync, statSync } from 'node:fs'

/** A secret in a forbidden file. */
export type Found = { file: string; secret: string; form: string }

/** Base64 of a text inside a longer one: three forms, by its offset, without the edges that depend on the neighbouring bytes. */
function base64Inside(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString('base64url')
    const isRagged = (before + Buffer.byteLength(secret)) % 3 !== 0
    return encoded.slice(before === 0 ? 0 : before + 1, isRagged ? -1 : undefined)
  })
}

const hex = (secret: string) => Buffer.from(secret).toString('hex')
const forms: Record<string, (secret: string) => string[]> = {
  plain: (secret) => [secret],
  'in JSON': (secret) => [JSON.stringify(secret).slice(1, -1)],
  'in an address': (secret) => [encodeURIComponent(secret)],
  'as base64': (secret) => base64Inside(secret).flatMap((text) => [text, text.replaceAll('-', '+').replaceAll('_', '/')]),
  'as hex': (secret) => [hex(secret), hex(secret).toUpperCase()],
  reversed: (secret) => [Buffer.from(Buffer.from(secret).toReversed()).toString()],
}

/** All files below the folders, or the files themselves. */
export const filesIn = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => [path, ...globSync(`${path}/**/*`)]).filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())

/** Searches the files for the secrets, which are keyed by name. */
export function search(files: readonly string[], secrets: ReadonlyMap<string, string>): Found[] {
  const wanted = [...secrets].flatMap(([secret, value]) =>
    Object.entries(forms).flatMap(([form, write]) => write(value).map((text) => ({ secret, form, bytes: Buffer.from(text) }))),
  )
  return files.flatMap((file) => {
    const content = readFileSync(file)
    return wanted.filter(({ bytes }) => content.includes(bytes)).map(({ secret, form }) => ({ file, secret, form }))
  })
}
