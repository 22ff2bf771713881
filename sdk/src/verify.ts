import type { Streams } from './operation.ts'

/** A call that arrived at the address of a webhook: its headers by lower-case names, and its body as it came. */
export type WebhookCall = { headers: Headers | Readonly<Record<string, string | string[] | undefined>>; body: string }
/** The content of a webhook: an event, or the test that somebody asked for. */
export type WebhookContent =
  | Streams['profile.events.listen']
  | { id: string; type: 'webhook.test'; timestamp: string; data: { webhookId: string } }

/** The call does not come from the server that has the secret, or is older than allowed. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}

const PREFIX = 'whsec_'
/** How far a call may be from our clock, in seconds: a recorded call cannot be repeated later. */
const TOLERANCE_SECONDS = 300

/** Null for what is no base64: anybody can send that as a signature. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
  } catch {
    return null
  }
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.trim().replace(PREFIX, ''))
  if (bytes === null || bytes.length === 0) throw new WebhookSignatureError('The secret is not that of a webhook, which begins with whsec_')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerIn(headers: WebhookCall['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookSignatureError(`The header ${name} is missing`)
  return value
}

/**
 * Checks that a call comes from the server, as Standard Webhooks describes, and gives its content. Give it the body as it arrived, not
 * parsed and written again. Throws WebhookSignatureError.
 */
export async function verifyWebhook(secret: string, { headers, body }: WebhookCall): Promise<WebhookContent> {
  const id = headerIn(headers, 'webhook-id')
  const seconds = headerIn(headers, 'webhook-timestamp')
  if (!(Math.abs(Date.now() / 1_000 - Number(seconds)) <= TOLERANCE_SECONDS)) throw new WebhookSignatureError('The call is too old')
  const key = await keyOf(secret)
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`)
  for (const signature of headerIn(headers, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',')
    const bytes = bytesOf(value)
    if (version !== 'v1' || bytes === null || !(await crypto.subtle.verify('HMAC', key, bytes, signed))) continue
    const content: WebhookContent = JSON.parse(body)
    return content
  }
  throw new WebhookSignatureError('The signature is not that of the secret')
}
