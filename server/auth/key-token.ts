import { createHash, randomBytes } from 'node:crypto'

const prefix = 'key_'
const secretBytes = 32

/** A new API key: the token, which is shown once, and its hash, which is stored. */
export function newKeyToken(): { token: string; tokenHash: string } {
  const token = prefix + randomBytes(secretBytes).toString('base64url')
  return { token, tokenHash: hashOfKey(token) }
}

export const isKeyToken = (token: string): boolean => token.startsWith(prefix)
export const hashOfKey = (token: string): string => createHash('sha256').update(token).digest('base64url')
