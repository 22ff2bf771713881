import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyFor } from '#server/secret.ts'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** Keeps secrets unreadable at rest. `bindTo` names the row: a ciphertext copied elsewhere does not open. */
export type Vault = { seal(plain: string, bindTo: string): string; open(sealed: string, bindTo: string): string }

/** AES-256-GCM under a key derived from APP_SECRET. Sealed text: `v1.<base64url(iv, tag, ciphertext)>`. `open` throws for what it did not seal. */
export function createVault(appSecret: string): Vault {
  const key = keyFor(appSecret, 'store secrets')
  return {
    seal(plain, bindTo) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bindTo))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, bindTo) {
      const [prefix, encoded = ''] = sealed.split('.')
      if (prefix !== version) throw new Error('a secret of an unknown version')
      const bytes = Buffer.from(encoded, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(bindTo))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
