import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter, Message } from './message.ts'
import type { MailOptions } from './mail.ts'

/** Delivers mails. */
export type Carrier = {
  /** False where mails are only written to the outbox. Then links are shown to the person who created them. */
  isSent: boolean
  /** Resolves when the mail is handed over to the mail server or written to the outbox. */
  deliver: (message: Message | Letter) => Promise<void>
  close(): Promise<void>
}

/** In ms. */
export const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const noFiles = { disableFileAccess: true, disableUrlAccess: true }

/** The library is loaded with the first mail, because every thread can send mails and few do. */
const nodemailer = () => import('nodemailer')

/** The library changes the lists that it gets. */
const ownLists = (message: Message | Letter) =>
  'attachments' in message ? { ...message, to: [...message.to], attachments: [...message.attachments] } : message

const openComposer = async () => (await nodemailer()).createTransport({ streamTransport: true, buffer: true, ...noFiles })

/**
 * Writes mails as .eml files to `outbox`, whose order by name is the order by time. For installations without a mail server, and for the
 * demo.
 */
function createOutbox({ from, dataDir, now }: CarrierOptions): Carrier {
  const folder = join(dataDir, 'outbox')
  let count = 0
  let composer: ReturnType<typeof openComposer> | null = null
  return {
    isSent: false,
    async deliver(message) {
      composer ??= openComposer()
      const { message: composed } = await (await composer).sendMail({ from, ...ownLists(message), date: new Date(now()) })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (!Buffer.isBuffer(composed)) throw new Error('the mail was not composed')
      count += 1
      const name = `${now()}-${String(count).padStart(6, '0')}-${crypto.randomUUID()}.eml`
      await writeFile(join(folder, name), composed, { mode: 0o600 })
    },
    close: async () => undefined,
  }
}

/** Sends mails through a mail server. */
function createPostman({ from }: CarrierOptions, smtpUrl: string): Carrier {
  const open = async () => (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts, ...noFiles })
  let server: ReturnType<typeof open> | null = null
  return {
    isSent: true,
    async deliver(message) {
      server ??= open()
      await (await server).sendMail({ from, ...ownLists(message) })
    },
    async close() {
      const opened = await server
      opened?.close()
    },
  }
}

type CarrierOptions = Pick<MailOptions, 'smtpUrl' | 'from' | 'dataDir' | 'now'>

export const createCarrier = (options: CarrierOptions): Carrier =>
  options.smtpUrl === null ? createOutbox(options) : createPostman(options, options.smtpUrl)
