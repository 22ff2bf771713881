// The client's check of a webhook's signature, against an independent library.
import { Webhook as Signer } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookSignatureError } from '../../sdk/src/public.ts'

describe('a webhook', () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', timestamp: '', data: { webhookId: 'w' } })
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  const signed = (at: Date) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign('evt_1', at, body),
  })

  test('is verified by its signature', async () => {
    expect(await verifyWebhook(secret, { headers: signed(new Date()), body })).toEqual(JSON.parse(body))
    expect(await verifyWebhook(secret, { headers: new Headers(signed(new Date())), body })).toEqual(JSON.parse(body))
  })

  test.each([
    ['another body', { body: `${body} ` }],
    ['another id', { headers: { ...signed(new Date()), 'webhook-id': 'evt_2' } }],
    ['an old call', { headers: signed(new Date(Date.now() - 3_600_000)) }],
    ['no signature', { headers: {} }],
    ['a signature that is no base64', { headers: { ...signed(new Date()), 'webhook-signature': 'v1,@@@' } }],
    ['no secret', { secret: '' }],
    ['something else than a secret', { secret: 'whsec_@@@' }],
    ['another secret', { secret: `whsec_${Buffer.alloc(32, 6).toString('base64')}` }],
  ])('is refused with %s', async (_, change) => {
    const call = { secret, headers: signed(new Date()), body, ...change }
    await expect(verifyWebhook(call.secret, call)).rejects.toBeInstanceOf(WebhookSignatureError)
  })
})
