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

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)

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
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(PREFIX, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`)
  for (const signature of headerIn(headers, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version !== 'v1' || !(await crypto.subtle.verify('HMAC', key, bytesOf(value), signed))) continue
    const content: WebhookContent = JSON.parse(body)
    return content
  }
  throw new WebhookSignatureError('The signature is not that of the secret')
}
