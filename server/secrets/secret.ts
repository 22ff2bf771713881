import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '#shared/start-refused.ts'

const secretBytes = 32

function readFileOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const fileIn = (dataDir: string) => join(dataDir, 'secret')

/** The secret that lies in the data folder. null: there is none yet. */
export const keptSecret = (dataDir: string): string | null => readFileOrNull(fileIn(dataDir))?.trim() ?? null

/** The secret of the data folder. The first start creates it; then `made` is true. */
export function secretFromFile(dataDir: string): { secret: string; made: boolean } {
  const kept = keptSecret(dataDir)
  if (kept !== null) return { secret: kept, made: false }
  const secret = randomBytes(secretBytes).toString('base64')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileIn(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return { secret, made: true }
}

/** The secret of an installation that has one already. Throws StartRefused where there is none: a command must not make another. */
export function existingSecret({ APP_SECRET, DATA_DIR }: { APP_SECRET?: string | undefined; DATA_DIR: string }): string {
  const secret = APP_SECRET ?? keptSecret(DATA_DIR)
  if (secret === null)
    throw new StartRefused(`APP_SECRET is not given, and ${DATA_DIR} has no secret. Please give that of the installation.`)
  return secret
}

/** @param secret base64 */
export const isSecretLongEnough = (secret: string): boolean => Buffer.from(secret, 'base64').length >= secretBytes

/** A 32-byte key for one purpose, so that no two uses share a key. @param secret base64, at least 32 bytes. */
export function keyFor(secret: string, purpose: string): Buffer {
  if (!isSecretLongEnough(secret)) throw new Error(`APP_SECRET must hold at least ${secretBytes} bytes (base64)`)
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', purpose, 32))
}

/** APP_SECRET and previous secrets, newest first. Data of previous secrets can still be decrypted. */
export type AppSecrets = { appSecret: string; previousSecrets?: readonly string[] | undefined }

/** `id` identifies the key without revealing it: eight hexadecimal digits of its hash. */
export type Key = { id: string; bytes: Buffer }
const idLength = 8

/** The keys for one purpose: the current one, then the previous ones. */
export function keysFor({ appSecret, previousSecrets = [] }: AppSecrets, purpose: string): readonly [Key, ...Key[]] {
  const keyOf = (secret: string): Key => {
    const bytes = keyFor(secret, purpose)
    return { id: createHash('sha256').update(bytes).digest('hex').slice(0, idLength), bytes }
  }
  return [keyOf(appSecret), ...previousSecrets.map(keyOf)]
}
