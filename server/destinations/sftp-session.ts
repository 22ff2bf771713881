// One connection to a server with SFTP, whose key is checked before anything is sent to it.
import { createHash } from 'node:crypto'
import { connect, type LookupFunction, type Socket } from 'node:net'
import type { Client, ConnectConfig, SFTPWrapper, Stats } from 'ssh2'
import type { DeliveryFailureCode, SftpSecrets, SftpSettings } from '#shared/destinations.ts'
import { DeliveryFailure, networkFailure } from '#server/destinations/failure.ts'

/** `answerMs`: how long the server may be silent. */
export type SftpPlace = SftpSettings & { secrets: SftpSecrets; lookup: LookupFunction | undefined; answerMs: number }

/** The fingerprint of a key, as OpenSSH shows it. */
const fingerprint = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** The status codes of version 3 of SFTP, which all servers speak. */
const status: Record<number, DeliveryFailureCode> = { 2: 'PLACE_MISSING', 3: 'ACCESS_REFUSED', 6: 'CONNECTION_LOST', 7: 'CONNECTION_LOST' }
const failureCode = 4
const unsupportedCode = 8
const missingCode = 2

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null)
const levelOf = (error: unknown) => (error instanceof Error && 'level' in error ? error.level : null)

export type SftpSession = {
  /** The fingerprint of the server's key. */
  hostKey: string
  /** null: there is no such file. */
  size(path: string): Promise<number | null>
  list(folder: string): Promise<string[]>
  /** Writes a new file, or one in the place of an earlier one, and makes it durable where the server can. */
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Moves a file to a name. `replaces`: also where that name is taken. */
  rename(from: string, to: string, replaces: boolean): Promise<void>
  /** Does nothing where there is no such file. */
  remove(path: string): Promise<void>
  close(): void
}

type Done<T> = (error: Error | null | undefined, value: T) => void

/** Turns a call with a callback into a promise. It rejects when the connection breaks. `otherwise`: what a plain failure means. */
type Ask = <T = void>(call: (done: Done<T>) => void, otherwise?: DeliveryFailureCode) => Promise<T>

/** The size of a write that every server takes, and the number of writes under way. */
const writeBytes = 32 * 1024
const writesAtOnce = 16

async function writeAll(sftp: SFTPWrapper, ask: Ask, handle: Buffer, chunks: AsyncIterable<Uint8Array>) {
  let at = 0
  let underWay: Promise<void>[] = []
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += writeBytes) {
      const piece = Buffer.from(chunk.subarray(start, start + writeBytes))
      const offset = at
      at += piece.length
      // A server that cannot write says only that it failed: as a rule, it has no space left.
      const write = ask((done) => sftp.write(handle, piece, 0, piece.length, offset, (error) => done(error, undefined)), 'FULL')
      // It may fail while the next bytes are awaited; Promise.all hears of it then.
      write.catch(() => {})
      underWay.push(write)
      if (underWay.length < writesAtOnce) continue
      await Promise.all(underWay)
      underWay = []
    }
  }
  await Promise.all(underWay)
}

const isUnsupported = (error: unknown) =>
  error instanceof DeliveryFailure && (codeOf(error.cause) === unsupportedCode || /not support/i.test(String(error.cause)))

function sessionOn(client: Client, sftp: SFTPWrapper, ask: Ask, hostKey: string): SftpSession {
  const stat = (path: string) => ask<Stats>((done) => sftp.stat(path, done))
  const remove = async (path: string) => {
    await ask((done) => sftp.unlink(path, (error) => done(error, undefined))).catch((error: unknown) => {
      if (!(error instanceof DeliveryFailure && codeOf(error.cause) === missingCode)) throw error
    })
  }
  async function sync(handle: Buffer) {
    await ask((done) => sftp.ext_openssh_fsync(handle, (error) => done(error, undefined)), 'FULL').catch((error: unknown) => {
      if (!isUnsupported(error)) throw error
    })
  }
  return {
    hostKey,
    async size(path) {
      try {
        return (await stat(path)).size
      } catch (error) {
        if (error instanceof DeliveryFailure && codeOf(error.cause) === missingCode) return null
        throw error
      }
    },
    async list(folder) {
      const found = await ask<{ filename: string }[]>((done) => sftp.readdir(folder, done))
      return found.map(({ filename }) => filename)
    },
    async write(path, chunks) {
      const handle = await ask<Buffer>((done) => sftp.open(path, 'w', done), 'ACCESS_REFUSED')
      await writeAll(sftp, ask, handle, chunks)
      await sync(handle)
      await ask((done) => sftp.close(handle, (error) => done(error, undefined)), 'FULL')
    },
    async rename(from, to, replaces) {
      if (!replaces) return ask((done) => sftp.rename(from, to, (error) => done(error, undefined)), 'REFUSED')
      try {
        await ask((done) => sftp.ext_openssh_rename(from, to, (error) => done(error, undefined)), 'REFUSED')
      } catch (error) {
        if (!isUnsupported(error)) throw error
        // Without that extension, a server refuses a name that is taken.
        await remove(to)
        await ask((done) => sftp.rename(from, to, (failed) => done(failed, undefined)), 'REFUSED')
      }
    },
    remove,
    close: () => client.end(),
  }
}

function failureOf(error: unknown, otherwise: DeliveryFailureCode): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  const code = codeOf(error)
  if (code !== null && code !== failureCode) return new DeliveryFailure(status[code] ?? otherwise, { cause: error })
  if (levelOf(error) === 'client-authentication') return new DeliveryFailure('CREDENTIALS_REFUSED', { cause: error })
  if (levelOf(error) === 'client-timeout') return new DeliveryFailure('LATE', { cause: error })
  const isBroken = code === null && /no response|not connected|connection lost|ended|closed/i.test(String(error))
  return new DeliveryFailure(networkFailure(error) ?? (isBroken ? 'CONNECTION_LOST' : otherwise), { cause: error })
}

/** A socket that is closed after a silence. */
function openSocket({ host, port, lookup, answerMs }: SftpPlace, signal: AbortSignal): Socket {
  const socket = connect({ host, port, ...(lookup ? { lookup } : {}), signal, noDelay: true })
  socket.setTimeout(answerMs, () => socket.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })))
  return socket
}

function credentialsOf({ password, privateKey, passphrase }: SftpSecrets): ConnectConfig {
  if (password !== undefined) return { password }
  return { ...(privateKey === undefined ? {} : { privateKey }), ...(passphrase === undefined ? {} : { passphrase }) }
}

/**
 * Connects and signs in. The server gets the credentials only where its key is the confirmed one. `onHostKey` hears of the key that the
 * server shows. Throws DeliveryFailure.
 */
export async function openSftp(place: SftpPlace, signal: AbortSignal, onHostKey: (key: string) => void = () => {}): Promise<SftpSession> {
  // Loaded here, so that installations without such a destination save its memory and its time to load.
  const { Client: SshClient } = await import('ssh2')
  const client = new SshClient()
  const socket = openSocket(place, signal)
  let shown = ''
  let broken: unknown = null
  const onBroken = new Set<(error: unknown) => void>()
  function breakOff(error: unknown) {
    broken ??= error
    for (const hear of onBroken) hear(broken)
  }
  socket.on('error', breakOff)
  client.on('error', breakOff)
  client.on('close', () => breakOff(new DeliveryFailure('CONNECTION_LOST')))

  const ask: Ask = (call, otherwise = 'REFUSED') =>
    new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        onBroken.delete(fail)
        reject(failureOf(broken ?? error, otherwise))
      }
      if (broken !== null) return fail(broken)
      onBroken.add(fail)
      try {
        call((error, value) => {
          if (error) return fail(error)
          onBroken.delete(fail)
          resolve(value)
        })
      } catch (error) {
        // The library throws where the server lacks an extension.
        fail(error)
      }
    })

  function isConfirmed(key: Buffer): boolean {
    shown = fingerprint(key)
    onHostKey(shown)
    if (shown === place.hostKey) return true
    breakOff(new DeliveryFailure(place.hostKey === null ? 'HOST_KEY_UNKNOWN' : 'HOST_KEY_CHANGED'))
    return false
  }
  try {
    await ask((done) => {
      client.once('ready', () => done(null, undefined))
      const { username, answerMs: readyTimeout } = place
      try {
        client.connect({ sock: socket, username, hostVerifier: isConfirmed, readyTimeout, ...credentialsOf(place.secrets) })
      } catch (error) {
        // It reads the private key before it connects.
        breakOff(new DeliveryFailure('CREDENTIALS_REFUSED', { cause: error }))
      }
    })
    const sftp = await ask<SFTPWrapper>((done) => client.sftp(done), 'ACCESS_REFUSED')
    return sessionOn(client, sftp, ask, shown)
  } catch (error) {
    socket.destroy()
    throw error
  }
}
