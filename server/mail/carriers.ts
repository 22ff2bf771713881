import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Letter, Message } from './message.ts'
import type { MailOptions } from './mail.ts'

/** Delivers mails. */
export type Carrier = {
  /** False where mails are only written to the outbox. Then links are shown to the person who created them. */
  isSent: boolean
  /**
   * Resolves when the mail is handed over to the mail server or written to the outbox, with the recipients that the server refused. Rejects
   * with the error of the mail server, also where it refused all recipients.
   */
  deliver: (message: Message | Letter) => Promise<readonly RefusedRecipient[]>
  close(): Promise<void>
}

/** `error`: the answer of the mail server. */
export type RefusedRecipient = { address: string; error: unknown }

/** What the library says of a mail that at least one recipient gets, and of a recipient that does not. */
const Sent = z.object({ rejectedErrors: z.array(z.unknown()).default([]) })
const Refusal = z.object({ recipient: z.string() })

/** In ms. `socketTimeout`: of a silence. */
export type MailTimeouts = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }
export const mailTimeouts: MailTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const noFiles = { disableFileAccess: true, disableUrlAccess: true }

/** The library is loaded with the first mail, because every thread can send mails and few do. */
const nodemailer = () => import('nodemailer')

/** The library changes the lists that it gets. */
function mailOf({ from }: CarrierOptions, message: Message | Letter) {
  if (!('attachments' in message)) return { from, ...message }
  const { to, recipients = to, attachments, ...rest } = message
  // A mail to some of its recipients looks as the one to all of them.
  return { from, ...rest, to: [...to], attachments: [...attachments], envelope: { from, to: [...recipients] } }
}

const openComposer = async () => (await nodemailer()).createTransport({ streamTransport: true, buffer: true, ...noFiles })

/**
 * Writes mails as .eml files to `outbox`, whose order by name is the order by time. For installations without a mail server, and for the
 * demo.
 */
function createOutbox(options: CarrierOptions): Carrier {
  const { dataDir, now } = options
  const folder = join(dataDir, 'outbox')
  let count = 0
  let composer: ReturnType<typeof openComposer> | null = null
  return {
    isSent: false,
    async deliver(message) {
      composer ??= openComposer()
      const { message: composed } = await (await composer).sendMail({ ...mailOf(options, message), date: new Date(now()) })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (!Buffer.isBuffer(composed)) throw new Error('the mail was not composed')
      count += 1
      const name = `${now()}-${String(count).padStart(6, '0')}-${crypto.randomUUID()}.eml`
      await writeFile(join(folder, name), composed, { mode: 0o600 })
      return []
    },
    close: async () => undefined,
  }
}

/** Sends mails through a mail server. */
function createPostman(options: CarrierOptions, smtpUrl: string): Carrier {
  const { timeouts = mailTimeouts } = options
  const open = async () => (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts, ...noFiles })
  let server: ReturnType<typeof open> | null = null
  return {
    isSent: true,
    async deliver(message) {
      server ??= open()
      const { rejectedErrors } = Sent.parse(await (await server).sendMail(mailOf(options, message)))
      return rejectedErrors.map((error) => ({ address: Refusal.parse(error).recipient, error }))
    },
    async close() {
      const opened = await server
      opened?.close()
    },
  }
}

type CarrierOptions = Pick<MailOptions, 'smtpUrl' | 'from' | 'timeouts' | 'dataDir' | 'now'>

export const createCarrier = (options: CarrierOptions): Carrier =>
  options.smtpUrl === null ? createOutbox(options) : createPostman(options, options.smtpUrl)
