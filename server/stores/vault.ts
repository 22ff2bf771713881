import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keysFor, type AppSecrets, type Key } from '#server/secrets/secret.ts'

const ivBytes = 12
const tagBytes = 16

/** Encrypts secrets at rest. `bindTo` names the row: a ciphertext that is copied to another row cannot be decrypted. */
export type Vault = {
  seal(plain: string, bindTo: string): string
  /** Throws for a text that was sealed with an unknown key or for another row. */
  open(sealed: string, bindTo: string): string
  /** Whether the text was sealed with the current secret. */
  isCurrent(sealed: string): boolean
}

function decrypt({ bytes: key }: Key, encoded: string, bindTo: string): string {
  const bytes = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(bindTo))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/**
 * AES-256-GCM with keys derived from APP_SECRET and its predecessors. Sealed text: `v2.<key id>.<base64url(iv, tag, ciphertext)>`. Older
 * text, `v1.<…>`, does not name its key, so each key is tried.
 */
export function createVault(secrets: AppSecrets): Vault {
  const keys = keysFor(secrets, 'store secrets')
  const [current] = keys

  function openV1(encoded: string, bindTo: string): string {
    for (const key of keys.slice(0, -1)) {
      try {
        return decrypt(key, encoded, bindTo)
      } catch {
        // Sealed with another key. The next key is tried, and the last one throws.
      }
    }
    return decrypt(keys.at(-1) ?? current, encoded, bindTo)
  }

  return {
    seal(plain, bindTo) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv).setAAD(Buffer.from(bindTo))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v2.${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, bindTo) {
      const [version, first = '', second = ''] = sealed.split('.')
      if (version === 'v1') return openV1(first, bindTo)
      const key = version === 'v2' && keys.find(({ id }) => id === first)
      if (!key) throw new Error('a secret that was sealed under a key that is not known')
      return decrypt(key, second, bindTo)
    },
    isCurrent: (sealed) => sealed.startsWith(`v2.${current.id}.`),
  }
}
