import { Readable } from 'node:stream'
import { z } from 'zod'
import type { EmailSettings } from '#shared/destinations.ts'
import { limits } from '#shared/limits.ts'
import { jobLink } from '#shared/screen-links.ts'
import { untilAborted, type DeliveryFailure } from '#server/destinations/failure.ts'
import { receiptName } from '#server/destinations/file-name.ts'
import { mailFailure } from '#server/destinations/mail-failure.ts'
import type { Parcel, Sender } from '#server/destinations/sender.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Letter } from '#server/mail/message.ts'

type Tools = { mail: Pick<Mail, 'deliver'>; appUrl: string }

/** The recipients that the mail server has accepted. Later attempts leave them out. */
const State = z.object({ accepted: z.array(z.string()) })

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** A file that is attached. Its own failure is kept apart: the mail library takes it for one of the connection, and changes its code. */
function openedFile({ bytes, read }: Parcel) {
  let failure: unknown = null
  async function* chunks() {
    try {
      yield* read(0, bytes)
    } catch (error) {
      failure = error
      throw new Error('the file cannot be read', { cause: error })
    }
  }
  return { content: Readable.from(chunks(), { objectMode: false }), failure: () => failure }
}

const attachmentsOf = ({ name, receipt }: Parcel, file: { content: Readable } | null): Letter['attachments'] => [
  ...(file ? [{ filename: name, content: file.content }] : []),
  ...(receipt === null ? [] : [{ filename: receiptName(name), content: receipt }]),
]

/** A refusal that may pass comes first: the others get their mail in the meantime. */
function assertAccepted(refused: ReadonlyMap<string, DeliveryFailure>) {
  const failures = [...refused.values()]
  const worst = failures.find(({ mayPass }) => mayPass) ?? failures[0]
  if (worst) throw worst
}

/** Sends a file by mail: attached up to a size, and above it as a link to the job. */
export function emailSender({ to }: EmailSettings, { mail, appUrl }: Tools): Sender {
  const { hostname } = new URL(appUrl)
  /** Returns what the mail server says of the recipients that it refuses, by their addresses. */
  async function deliver(letter: Omit<Letter, 'to'>, signal: AbortSignal): Promise<Map<string, DeliveryFailure>> {
    const sending = mail.deliver({ ...letter, to }).catch((error: unknown) => {
      throw mailFailure(error)
    })
    const refused = await untilAborted(signal, () => sending)
    return new Map(refused.map(({ address, error }) => [address, mailFailure(error)]))
  }
  return {
    async send(parcel, { from, keep, signal }) {
      const { fileId, name, bytes, rows, sha256, jobId } = parcel
      const isAttached = bytes <= limits.destinations.attachmentBytes
      const where = isAttached
        ? 'The file is attached.'
        : `The file is too large for a mail. Please download it: ${appUrl}${jobLink(jobId)}`
      const text = `${name}: ${rows} rows, ${megabytes(bytes)}.\n\n${where}\n\nSHA-256: ${sha256}\n`
      const earlier = new Set(State.safeParse(from).data?.accepted)
      const recipients = to.filter((address) => !earlier.has(address))
      const arrived = { fileName: name, target: to.join(', ') }
      if (recipients.length === 0) return arrived
      signal.throwIfAborted()
      const file = isAttached ? openedFile(parcel) : null
      const letter = {
        recipients,
        subject: name,
        text,
        messageId: `<file.${fileId}@${hostname}>`,
        attachments: attachmentsOf(parcel, file),
      }
      const refused = await deliver(letter, signal)
        .catch((error: unknown) => {
          throw file?.failure() ?? error
        })
        // A mail that fails does not close what it has begun to read.
        .finally(() => file?.content.destroy())
      if (refused.size > 0) await keep({ accepted: to.filter((address) => !refused.has(address)) } satisfies z.infer<typeof State>)
      assertAccepted(refused)
      return arrived
    },
    // It arrives whole or not at all.
    discard: () => Promise.resolve(),
    async test(signal) {
      const text = 'Files will be sent to this address. This mail is a test.\n'
      const messageId = `<test.${crypto.randomUUID()}@${hostname}>`
      assertAccepted(await deliver({ subject: 'Test of a destination', text, messageId, attachments: [] }, signal))
    },
  }
}
