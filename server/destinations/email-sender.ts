import { Readable } from 'node:stream'
import { z } from 'zod'
import type { DeliveryFailureCode, EmailSettings } from '#shared/destinations.ts'
import { limits } from '#shared/limits.ts'
import { DeliveryFailure, networkFailure } from '#server/destinations/failure.ts'
import { receiptName } from '#server/destinations/file-name.ts'
import type { Parcel, Sender } from '#server/destinations/sender.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Letter } from '#server/mail/message.ts'

type Tools = { mail: Pick<Mail, 'deliver'>; appUrl: string }

/** The answer of a mail server, and the codes of the library. */
const MailError = z.object({ responseCode: z.number().optional(), code: z.string().optional(), syscall: z.string().optional() })
const byCode: Record<string, DeliveryFailureCode> = {
  EAUTH: 'CREDENTIALS_REFUSED',
  ECONNECTION: 'CONNECTION_LOST',
  ESOCKET: 'CONNECTION_LOST',
  EDNS: 'HOST_UNKNOWN',
}
const storageExceeded = 552

function failureOf(error: unknown): DeliveryFailureCode {
  const { responseCode = 0, code = '', syscall } = MailError.safeParse(error).data ?? {}
  if (responseCode === storageExceeded) return 'TOO_LARGE'
  if (responseCode >= 400 && responseCode < 500) return 'BUSY'
  // The library replaces the code of the system by its own.
  if (syscall === 'connect' && code === 'ESOCKET') return 'CONNECTION_REFUSED'
  return networkFailure(error) ?? byCode[code] ?? (responseCode >= 500 ? 'REFUSED' : 'CONNECTION_LOST')
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

async function attachmentsOf({ name, bytes, read, receipt }: Parcel, isAttached: boolean): Promise<Letter['attachments']> {
  const file = isAttached ? [{ filename: name, content: Readable.from(await read(0, bytes)) }] : []
  return receipt === null ? file : [...file, { filename: receiptName(name), content: receipt }]
}

/** Sends a file by mail: attached up to a size, and above it as a link that works for people who may export. */
export function emailSender({ to }: EmailSettings, { mail, appUrl }: Tools): Sender {
  const { hostname } = new URL(appUrl)
  async function deliver(letter: Omit<Letter, 'to'>) {
    await mail.deliver({ ...letter, to }).catch((error: unknown) => {
      throw new DeliveryFailure(failureOf(error), { cause: error })
    })
  }
  return {
    async send(parcel, { signal }) {
      const { key, name, bytes, rows, sha256, url } = parcel
      const isAttached = bytes <= limits.destinations.attachmentBytes
      const where = isAttached ? 'The file is attached.' : `The file is too large for a mail. Please download it: ${url}`
      const text = `${name}: ${rows} rows, ${megabytes(bytes)}.\n\n${where}\n\nSHA-256: ${sha256}\n`
      signal.throwIfAborted()
      await deliver({ subject: name, text, messageId: `<file.${key}@${hostname}>`, attachments: await attachmentsOf(parcel, isAttached) })
      return { fileName: name, target: to.join(', ') }
    },
    // It arrives whole or not at all.
    discard: () => Promise.resolve(),
    async test() {
      const text = 'Files will be sent to this address. This mail is a test.\n'
      const messageId = `<test.${crypto.randomUUID()}@${hostname}>`
      await deliver({ subject: 'Test of a destination', text, messageId, attachments: [] })
    },
  }
}
