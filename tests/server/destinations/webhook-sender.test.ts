import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { webhookSender } from '#server/destinations/webhook-sender.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { machineLookup } from '#server/platforms/guard.ts'
import { createOutbound } from '#server/webhooks/outbound.ts'
import { newSecret } from '#server/webhooks/signature.ts'
import { parcelOf, progressOf } from '../../support/parcel.ts'
import { reactions, startReceiver, type Reaction, type Receiver } from '../../support/receiver.ts'

const signingKey = newSecret()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
})

function senderFor(url = receiver.url, trustedHosts = ['127.0.0.1']) {
  const outbound = createOutbound({ trustedHosts, lookup: machineLookup, clock: machineClock })
  return webhookSender({ url }, { signingKey }, { outbound, clock: machineClock, now: Date.now, answerMs: limits.destinations.answerMs })
}
const verified = () => receiver.received.map(({ body, headers }) => new Webhook(signingKey).verify(body, headers))

describe('a delivery to a program', () => {
  test('tells of the file, with a signature that an independent library verifies', async () => {
    const parcel = parcelOf(1_000, { receipt: '{"rows":3}' })
    await senderFor().send(parcel, progressOf())
    const { name, bytes, rows, sha256, url } = parcel
    const data = {
      jobId: 'j1',
      exportType: 'order_export',
      file: { name, bytes, rows, sha256, url },
      receipt: { name: `${name}.receipt.json`, content: { rows: 3 } },
    }
    expect(verified()).toEqual([{ type: 'file.ready', timestamp: expect.any(String) as string, data }])
  })

  test.each<[string, Reaction, string]>([
    ['503', reactions.status(503, { 'retry-after': '7' }), 'BUSY'],
    ['a reset', reactions.reset, 'CONNECTION_LOST'],
    ['401', reactions.status(401), 'CREDENTIALS_REFUSED'],
    ['413', reactions.status(413), 'TOO_LARGE'],
    ['507', reactions.status(507), 'FULL'],
    ['a redirect', reactions.status(302, { location: '/other' }), 'REFUSED'],
  ])('that is answered by %s is repeated with the same id and body', async (_name, reaction, failure) => {
    const [parcel, progress] = [parcelOf(1_000), progressOf()]
    receiver.reactions.push(reaction)
    await expect(senderFor().send(parcel, progress)).rejects.toMatchObject({ failure })
    await senderFor().send({ ...parcel, attempt: 2 }, progress)
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(`file_${parcel.fileId}`)
    expect([first?.headers['webhook-id'], first?.body]).toEqual([second?.headers['webhook-id'], second?.body])
    expect(verified()).toHaveLength(2)
  })

  test('reaches public addresses only', async () => {
    await expect(senderFor(receiver.url, []).send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure: 'NOT_PUBLIC' })
    expect(receiver.received).toEqual([])
  })
})
