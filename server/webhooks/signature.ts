import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret, in the form of Standard Webhooks: a prefix and base64. */
export const newSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/** The headers of Standard Webhooks 1.0. Each secret signs, so that receivers can change over from one to the next. */
export function signedHeaders(secrets: readonly string[], id: string, at: number, body: string): Record<string, string> {
  const seconds = Math.floor(at / 1_000)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => signature(secret, id, seconds, body)).join(' '),
  }
}
