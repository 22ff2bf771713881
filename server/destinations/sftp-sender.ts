import { z } from 'zod'
import { DeliveryFailure, untilAborted } from '#server/destinations/failure.ts'
import { freeName, receiptName } from '#server/destinations/file-name.ts'
import type { Parcel, Sender } from '#server/destinations/sender.ts'
import { openSftp, type SftpPlace, type SftpSession } from '#server/destinations/sftp-session.ts'

/** The chosen name, which is kept before the file gets it. */
const State = z.object({ name: z.string() })

/** Each attempt has a temporary name of its own, so that one that was wrongly taken for dead cannot write into the file of another. */
const temporary = (key: string, attempt: number) => `.backcounter-${key}-${attempt}.part`
function isLeftover(file: string, { key, attempt }: Pick<Parcel, 'key' | 'attempt'>): boolean {
  const prefix = `.backcounter-${key}-`
  const number = file.startsWith(prefix) ? /^(\d+)\.part$/.exec(file.slice(prefix.length))?.[1] : undefined
  return number !== undefined && Number(number) <= attempt
}

async function* textOf(text: string) {
  yield Buffer.from(text)
}

/** Writes under a temporary name, and moves the file to its own one only where all bytes have arrived. */
async function writeWhole(
  session: SftpSession,
  [temporaryPath, path]: [string, string],
  { bytes, chunks, replaces }: { bytes: number; chunks: AsyncIterable<Uint8Array>; replaces: boolean },
) {
  await session.write(temporaryPath, chunks)
  if ((await session.size(temporaryPath)) !== bytes) throw new DeliveryFailure('FULL')
  await session.rename(temporaryPath, path, replaces)
}

/** Delivers to a server with SFTP. */
export function sftpSender(place: SftpPlace): Sender {
  const folder = place.folder === '' ? '.' : place.folder.replace(/(?<=.)\/+$/, '')
  const inFolder = (name: string) => `${folder === '/' ? '' : folder}/${name}`

  async function within<T>(signal: AbortSignal, work: (session: SftpSession) => Promise<T>, onHostKey?: (key: string) => void): Promise<T> {
    return untilAborted(signal, async () => {
      const session = await openSftp(place, signal, onHostKey)
      try {
        return await work(session)
      } finally {
        session.close()
      }
    })
  }

  async function clear(session: SftpSession, attempts: Pick<Parcel, 'key' | 'attempt'>) {
    for (const file of await session.list(folder)) if (isLeftover(file, attempts)) await session.remove(inFolder(file))
  }

  return {
    send: (parcel, { from, keep, signal }) =>
      within(signal, async (session) => {
        const { key, attempt, bytes } = parcel
        const known = State.safeParse(from).data
        const isTaken = async (candidate: string) => !(await parcel.reserve(candidate)) || (await session.size(inFolder(candidate))) !== null
        const isFree = known !== undefined || place.whenTaken === 'replace'
        const name = known?.name ?? (isFree ? parcel.name : await freeName(parcel.name, parcel.extension, isTaken))
        if (!known) await keep({ name })
        await clear(session, parcel)
        signal.throwIfAborted()
        const part = inFolder(temporary(key, attempt))
        // A name that an attempt has chosen is this delivery's own from then on.
        await writeWhole(session, [part, inFolder(name)], { bytes, chunks: parcel.read(0, bytes), replaces: isFree })
        if (parcel.receipt !== null) {
          const receipt = { bytes: Buffer.byteLength(parcel.receipt), chunks: textOf(parcel.receipt), replaces: true }
          await writeWhole(session, [part, inFolder(receiptName(name))], receipt)
        }
        const host = `${place.host}${place.port === 22 ? '' : `:${place.port}`}`
        return { fileName: name, target: `sftp://${host}/${inFolder(name).replace(/^\.?\//, '')}` }
      }),
    discard: (left, signal) => within(signal, (session) => clear(session, left)),
    async test(signal, onHostKey) {
      await within(
        signal,
        async (session) => {
          const probe = inFolder(`.backcounter-test-${crypto.randomUUID()}`)
          await session.list(folder)
          await session.write(probe, textOf('test'))
          await session.remove(probe)
        },
        onHostKey,
      )
    },
  }
}
