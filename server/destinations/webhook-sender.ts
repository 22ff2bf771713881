import type { WebhookSecrets, WebhookSettings } from '#shared/destinations.ts'
import { DeliveryFailure, networkFailure, statusFailure } from '#server/destinations/failure.ts'
import { receiptName } from '#server/destinations/file-name.ts'
import type { Parcel, Sender } from '#server/destinations/sender.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { Outbound } from '#server/webhooks/outbound.ts'
import { signedHeaders } from '#server/webhooks/signature.ts'

/** `answerMs`: how long the program may take to answer. */
type Tools = { outbound: Outbound; clock: Clock; now: () => number; answerMs: number }

/** The facts of a file and its address. The file itself is not in it, so that a receiver can check the signature before it reads much. */
function bodyOf({ jobId, type, name, bytes, rows, sha256, url, receipt }: Parcel, at: number): string {
  const beside: unknown = receipt === null ? null : { name: receiptName(name), content: JSON.parse(receipt) as unknown }
  const data = { jobId, exportType: type, file: { name, bytes, rows, sha256, url }, receipt: beside }
  return JSON.stringify({ type: 'file.ready', timestamp: new Date(at).toISOString(), data })
}

/** Tells a program of a file, as Standard Webhooks describes. `webhook-id` is the same in all attempts. */
export function webhookSender({ url }: WebhookSettings, { signingKey }: WebhookSecrets, { outbound, clock, now, answerMs }: Tools): Sender {
  async function post(id: string, body: string, signal: AbortSignal) {
    const within = AbortSignal.any([signal, clock.deadline(answerMs)])
    const headers = signedHeaders([signingKey], id, now(), body)
    const { status, error, waitMs } = await outbound.post(url, { headers, body, signal: within })
    signal.throwIfAborted()
    // Without an answer and an error, the rules for outgoing calls refused the address.
    const silent = error === undefined ? 'NOT_PUBLIC' : (networkFailure(error) ?? 'CONNECTION_LOST')
    const failure = status === null ? silent : statusFailure(status)
    if (failure !== null)
      throw new DeliveryFailure(failure, { cause: error, ...(waitMs === null ? {} : { retryAfterSeconds: Math.ceil(waitMs / 1_000) }) })
  }
  return {
    async send(parcel, { from, keep, signal }) {
      // A repetition has the same body, too: receivers may compare it.
      const body = typeof from === 'string' ? from : bodyOf(parcel, now())
      if (typeof from !== 'string') await keep(body)
      await post(`file_${parcel.fileId}`, body, signal)
      return { fileName: parcel.name, target: new URL(url).host }
    },
    // It arrives whole or not at all.
    discard: () => Promise.resolve(),
    async test(signal) {
      const body = JSON.stringify({ type: 'file.test', timestamp: new Date(now()).toISOString(), data: {} })
      await post(`test_${crypto.randomUUID()}`, body, signal)
    },
  }
}
