import { createHash, randomBytes } from 'node:crypto'

const prefix = 'key_'
const secretBytes = 32

/** How much of a token its hint shows at both ends. The 35 other characters are enough to keep the key secret. */
const [shownFirst, shownLast] = [prefix.length + 4, 4]

/** A new API key: the token, which is shown once, its hash, and a hint by which people recognize it. The last two are stored. */
export function newKeyToken(): { token: string; tokenHash: string; hint: string } {
  const token = prefix + randomBytes(secretBytes).toString('base64url')
  return { token, tokenHash: hashOfKey(token), hint: `${token.slice(0, shownFirst)}…${token.slice(-shownLast)}` }
}

export const isKeyToken = (token: string): boolean => token.startsWith(prefix)
export const hashOfKey = (token: string): string => createHash('sha256').update(token).digest('base64url')
