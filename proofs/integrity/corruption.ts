import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

/** The paths of all files in a folder and its subfolders. */
export const pathsIn = (source: string): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(source, path)).isFile())
    .toSorted()

export type Corruption = {
  kind: 'flip' | 'truncate' | 'deleteByte' | 'addByte' | 'deleteFile' | 'addFile'
  file: number
  at: number
  byte: number
}

/** Carries out a corruption. Returns the file that it concerns. */
export function corrupt(source: string, { kind, file, at, byte }: Corruption): string {
  const paths = pathsIn(source).filter((path) => kind === 'addByte' || kind === 'deleteFile' || statSync(join(source, path)).size > 0)
  const path = paths[file % paths.length] ?? ''
  const bytes = readFileSync(join(source, path))
  const place = bytes.length === 0 ? 0 : at % bytes.length
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
  if (kind === 'deleteFile') rmSync(join(source, path))
  else if (kind === 'addFile') writeFileSync(join(source, `${path}.more`), bytes)
  else if (kind === 'truncate') writeFileSync(join(source, path), before)
  else if (kind === 'deleteByte') writeFileSync(join(source, path), Buffer.concat([before, after.subarray(1)]))
  else if (kind === 'addByte') writeFileSync(join(source, path), Buffer.concat([before, Buffer.of(byte), after]))
  // Every other value of the byte can come out.
  else writeFileSync(join(source, path), Buffer.concat([before, Buffer.of((after[0] ?? 0) ^ (1 + (byte % 255))), after.subarray(1)]))
  return path
}

/** Any corruption of one byte or file. */
export const corruption: fc.Arbitrary<Corruption> = fc.record({
  kind: fc.constantFrom('flip', 'truncate', 'deleteByte', 'addByte', 'deleteFile', 'addFile'),
  file: fc.nat(1_000),
  at: fc.nat(10_000_000),
  byte: fc.nat(255),
})
