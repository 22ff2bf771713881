import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { emailSender } from '#server/destinations/email-sender.ts'
import { createCarrier } from '#server/mail/carriers.ts'
import { attachmentsIn, startMailServer, type SmtpRefusal, type MailServer } from '../../../scripts/mail-server.ts'
import { parcelOf, progressOf } from '../../support/parcel.ts'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  server.accepted.length = 0
})

const recipients = ['books@office.test', 'warehouse@office.test']
function senderFor(smtpUrl = server.url()) {
  const carrier = createCarrier({ smtpUrl, from: 'no-reply@office.test', dataDir: '', now: Date.now })
  return emailSender({ to: recipients }, { mail: carrier, appUrl: 'https://office.test' })
}

describe('a delivery by mail', () => {
  test('has the file attached', async () => {
    const parcel = parcelOf(100_001)
    expect(await senderFor().send(parcel, progressOf())).toEqual({ fileName: parcel.name, target: recipients.join(', ') })
    const [accepted] = server.accepted
    expect(accepted?.to).toEqual(recipients)
    expect(attachmentsIn(accepted?.mail ?? '')).toEqual([parcel.content])
  })

  test('has a link in place of a large file', async () => {
    const parcel = parcelOf(limits.destinations.attachmentBytes + 1)
    await senderFor().send(parcel, progressOf())
    expect(server.accepted[0]?.mail).toContain(`https://office.test/jobs?job=3D${parcel.jobId}`)
    expect(server.accepted[0]?.mail).not.toContain('Content-Disposition: attachment')
  })

  test.each<[string, SmtpRefusal, string, boolean]>([
    ['is busy', { step: 'greeting', responseCode: 421 }, 'BUSY', true],
    ['refuses the login', { step: 'login', responseCode: 535 }, 'MAIL_LOGIN_REFUSED', false],
    ['cannot check the login', { step: 'login', responseCode: 454 }, 'BUSY', true],
    ['refuses the sender', { step: 'sender', responseCode: 550 }, 'SENDER_REFUSED', false],
    ['is full', { step: 'data', responseCode: 452 }, 'FULL', true],
    ['fails for the moment', { step: 'data', responseCode: 451 }, 'BUSY', true],
    ['takes no such size', { step: 'data', responseCode: 552 }, 'TOO_LARGE', false],
    ['refuses the mail', { step: 'data', responseCode: 554 }, 'REFUSED', false],
  ])('to a server that %s says so, and is repeated with the same id', async (_name, refusal, failure, mayPass) => {
    const parcel = parcelOf(1_000)
    server.refuse(refusal)
    const code = mayPass ? 'DESTINATION_UNREACHABLE' : 'DESTINATION_REFUSED'
    await expect(senderFor().send(parcel, progressOf())).rejects.toMatchObject({ failure, code, mayPass })
    expect(server.accepted).toEqual([])
    await senderFor().send({ ...parcel, attempt: 2 }, progressOf())
    expect(server.accepted.map(({ mail }) => /^Message-ID: (.*)\r$/m.exec(mail)?.[1])).toEqual([`<file.${parcel.fileId}@office.test>`])
  })

  test('whose login is refused does not open the file', async () => {
    let isOpened = false
    const parcel = parcelOf(1_000, {
      async *read() {
        isOpened = true
        yield Buffer.from('never asked for')
      },
    })
    server.refuse({ step: 'login', responseCode: 535 })
    await expect(senderFor().send(parcel, progressOf())).rejects.toMatchObject({ failure: 'MAIL_LOGIN_REFUSED' })
    expect(isOpened).toBe(false)
  })

  test.each([
    [450, 'BUSY', 'DESTINATION_UNREACHABLE'],
    [550, 'RECIPIENT_REFUSED', 'DESTINATION_REFUSED'],
  ])(
    'whose server refuses one of the recipients with %i goes to the others once, and to that one later',
    async (responseCode, failure, code) => {
      const [first = '', second = ''] = recipients
      const [parcel, progress] = [parcelOf(1_000), progressOf()]
      server.refuse({ step: 'recipient', responseCode, address: second })
      await expect(senderFor().send(parcel, progress)).rejects.toMatchObject({ failure, code })
      await senderFor().send({ ...parcel, attempt: 2 }, progress)
      expect(server.accepted.map(({ to }) => to)).toEqual([[first], [second]])
      for (const { mail } of server.accepted) {
        expect(mail).toContain(`To: ${recipients.join(', ')}`)
        expect(attachmentsIn(mail)).toEqual([parcel.content])
      }
    },
  )

  test('whose file cannot be read to its end sends nothing', async () => {
    const parcel = parcelOf(100_000, {
      async *read() {
        yield Buffer.alloc(50_000)
        throw new AppError('STORAGE_UNREACHABLE')
      },
    })
    await expect(senderFor().send(parcel, progressOf())).rejects.toMatchObject({ code: 'STORAGE_UNREACHABLE' })
    expect(server.accepted).toEqual([])
  })

  test('says that nothing listens, and that the login is wrong', async () => {
    const tested = (url: string) => senderFor(url).test(new AbortController().signal, () => {})
    await expect(tested('smtp://127.0.0.1:9')).rejects.toMatchObject({ failure: 'CONNECTION_REFUSED' })
    await expect(tested(server.url().replace('office-password', 'wrong'))).rejects.toMatchObject({ failure: 'MAIL_LOGIN_REFUSED' })
  })
})
