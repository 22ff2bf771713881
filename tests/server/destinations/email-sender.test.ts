import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { emailSender } from '#server/destinations/email-sender.ts'
import { createCarrier } from '#server/mail/carriers.ts'
import { parcelOf, progressOf } from '../../support/parcel.ts'

type Received = { to: string[]; mail: string }
const received: Received[] = []
let refusals: number[] = []
let server: SMTPServer
let port = 0

beforeEach(async () => {
  received.length = 0
  refusals = []
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      void (async () => {
        const mail = await text(stream)
        const responseCode = refusals.shift()
        if (responseCode !== undefined) return done(Object.assign(new Error('no'), { responseCode }))
        received.push({ to: envelope.rcptTo.map(({ address }) => address), mail })
        return done()
      })()
    },
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = listening.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => new Promise<void>((ended) => server.close(ended)))

const recipients = ['books@office.test', 'warehouse@office.test']
function senderFor(smtpPort = port) {
  const carrier = createCarrier({ smtpUrl: `smtp://127.0.0.1:${smtpPort}`, from: 'no-reply@office.test', dataDir: '', now: Date.now })
  return emailSender({ to: recipients }, { mail: carrier, appUrl: 'https://office.test' })
}
/** The decoded attachment of a mail. */
function attached(mail: string): Buffer {
  const [, encoded = ''] = /Content-Disposition: attachment[^]*?\r\n\r\n([^]*?)\r\n--/.exec(mail) ?? []
  return Buffer.from(encoded, 'base64')
}

describe('a delivery by mail', () => {
  test('has the file attached', async () => {
    const parcel = parcelOf(100_001)
    expect(await senderFor().send(parcel, progressOf())).toEqual({ fileName: parcel.name, target: recipients.join(', ') })
    const [mail] = received
    expect(mail?.to).toEqual(recipients)
    expect(attached(mail?.mail ?? '')).toEqual(parcel.content)
  })

  test('has a link in place of a large file', async () => {
    const parcel = parcelOf(limits.destinations.attachmentBytes + 1)
    await senderFor().send(parcel, progressOf())
    expect(received[0]?.mail).toContain(parcel.url)
    expect(received[0]?.mail).not.toContain('Content-Disposition: attachment')
  })

  test.each([
    [451, 'BUSY'],
    [552, 'TOO_LARGE'],
    [550, 'REFUSED'],
  ])('that is refused with %i is repeated with the same id', async (responseCode, failure) => {
    const parcel = parcelOf(1_000)
    refusals = [responseCode]
    await expect(senderFor().send(parcel, progressOf())).rejects.toMatchObject({ failure })
    await senderFor().send({ ...parcel, attempt: 2 }, progressOf())
    expect(received.map(({ mail }) => /^Message-ID: (.*)\r$/m.exec(mail)?.[1])).toEqual([`<file.${parcel.key}@office.test>`])
  })

  test('says that nothing listens', async () => {
    await expect(senderFor(9).test(new AbortController().signal, () => {})).rejects.toMatchObject({ failure: 'CONNECTION_REFUSED' })
  })
})
