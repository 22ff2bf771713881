import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysFor, type AppSecrets } from '#server/secrets/secret.ts'

/** A keyed hash of a content. Only a holder of APP_SECRET can create one. */
export type AuditSeal = {
  seal(content: unknown): string
  /** Whether the hash belongs to the content, with the current secret or a previous one. */
  isSealOf(hash: string, content: unknown): boolean
}

/** Sorts the keys, because Postgres returns JSON with its own key order. */
function ordered(_: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const hashWith = (key: Buffer, content: unknown) => createHmac('sha256', key).update(JSON.stringify(content, ordered)).digest()

/** Seals with the current key. Verifies with the current and the previous keys. */
export function createAuditSeal(secrets: AppSecrets): AuditSeal {
  const keys = keysFor(secrets, 'audit seals')
  return {
    seal: (content) => hashWith(keys[0].bytes, content).toString('base64url'),
    isSealOf(hash, content) {
      const given = Buffer.from(hash, 'base64url')
      return keys.map(({ bytes }) => hashWith(bytes, content)).some((own) => own.length === given.length && timingSafeEqual(own, given))
    },
  }
}
