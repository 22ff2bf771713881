import { z } from 'zod'
import { DeliveryFailure, untilAborted } from '#server/destinations/failure.ts'
import { freeName, receiptName } from '#server/destinations/file-name.ts'
import { publishing } from '#server/destinations/publishing.ts'
import type { Parcel, Sender } from '#server/destinations/sender.ts'
import { openSftp, type SftpPlace, type SftpSession } from '#server/destinations/sftp-session.ts'

/** The chosen name, and the place that it was chosen for. `isPublishing`: the file may have its name. */
const State = z.object({ name: z.string(), place: z.string(), isPublishing: z.boolean() })
type State = z.infer<typeof State>

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

/** Writes under a temporary name, so that the file is moved to its own one only where all bytes have arrived. */
async function writeWhole(session: SftpSession, path: string, { bytes, chunks }: { bytes: number; chunks: AsyncIterable<Uint8Array> }) {
  await session.write(path, chunks)
  if ((await session.size(path)) !== bytes) throw new DeliveryFailure('FULL')
}

/** Delivers to a server with SFTP. */
export function sftpSender(place: SftpPlace): Sender {
  const folder = place.folder === '' ? '.' : place.folder.replace(/(?<=.)\/+$/, '')
  const inFolder = (name: string) => `${folder === '/' ? '' : folder}/${name}`
  const here = JSON.stringify([place.host, place.port, place.username, folder])

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

  /** A name is chosen again until the file may have it: it may be taken by then, and the destination may be another place. */
  async function chosen(session: SftpSession, { name, extension, reserve }: Parcel, from: unknown): Promise<State> {
    const known = State.safeParse(from).data
    if (known?.isPublishing && known.place === here) return known
    const isTaken = async (candidate: string) => !(await reserve(candidate)) || (await session.size(inFolder(candidate))) !== null
    const free = place.whenTaken === 'replace' ? name : await freeName(name, extension, isTaken)
    return { name: free, place: here, isPublishing: false }
  }

  return {
    send: (parcel, { from, keep, signal }) =>
      within(signal, async (session) => {
        const { key, attempt, bytes } = parcel
        const state = await chosen(session, parcel, from)
        const { name } = state
        await keep(state)
        await clear(session, parcel)
        signal.throwIfAborted()
        const part = inFolder(temporary(key, attempt))
        await writeWhole(session, part, { bytes, chunks: parcel.read(0, bytes) })
        const replaces = state.isPublishing || place.whenTaken === 'replace'
        await publishing(state, keep, () => session.rename(part, inFolder(name), replaces))
        if (parcel.receipt !== null) {
          await writeWhole(session, part, { bytes: Buffer.byteLength(parcel.receipt), chunks: textOf(parcel.receipt) })
          await session.rename(part, inFolder(receiptName(name)), true)
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
          await session.write(probe, textOf('test')).catch(async (error: unknown) => {
            // A server without space makes the file, and then takes no bytes.
            await session.remove(probe).catch(() => {})
            throw error
          })
          await session.remove(probe)
        },
        onHostKey,
      )
    },
  }
}
