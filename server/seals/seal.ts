import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysFor, type AppSecrets } from '#server/secrets/secret.ts'

/** A keyed hash over a content: nobody without APP_SECRET makes one. */
export type AuditSeal = {
  seal(content: unknown): string
  /** Whether the hash is the content's, under the present secret or one before it. */
  isSealOf(hash: string, content: unknown): boolean
}

/** Names in order: Postgres keeps them in one of its own. */
function ordered(_: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const hashWith = (key: Buffer, content: unknown) => createHmac('sha256', key).update(JSON.stringify(content, ordered)).digest()

/** Seals under the key in force, and checks with those before it as well. */
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
