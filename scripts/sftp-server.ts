// A server with SFTP over a temporary folder in this process, with faults.
import { once } from 'node:events'
import { mkdtemp, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2'
import { listeningPort } from './listening-port.ts'

// Node finds only some of the names that this CommonJS package exports.
const { Server, utils } = ssh2
const { STATUS_CODE: status } = utils.sftp

/** `cut`: the connection ends at a call. `stall`: the call gets no answer. A number: the status of the answer. */
export type SftpFault = { call: 'WRITE' | 'OPEN' | 'RENAME' | 'CLOSE' | 'STAT'; after?: number; kind: 'cut' | 'stall' | number }

export type SftpServer = {
  port: number
  folder: string
  account: { username: string; password: string }
  /** The fingerprint of its key. */
  hostKey: string
  /** Each fault takes effect once. */
  fail(fault: SftpFault): void
  /** Ends all faults. */
  repair(): void
  [Symbol.asyncDispose](): Promise<void>
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)
const statusOf = (error: unknown) => (codeOf(error) === 'ENOENT' ? status.NO_SUCH_FILE : status.FAILURE)
const attributes = (size: number) => ({ mode: 0o100_644, uid: 0, gid: 0, size, atime: 0, mtime: 0 })

type Served = { folder: string; faults: SftpFault[]; cut: () => void }

/** Whether a fault took the call. */
function isTaken(sftp: SFTPWrapper, { faults, cut }: Served, call: SftpFault['call'], id: number): boolean {
  const fault = faults.find((one) => one.call === call)
  if (!fault) return false
  if ((fault.after ?? 0) > 0) {
    fault.after = (fault.after ?? 0) - 1
    return false
  }
  faults.splice(faults.indexOf(fault), 1)
  if (fault.kind === 'cut') cut()
  if (typeof fault.kind === 'number') sftp.status(id, fault.kind)
  return true
}

const close = async (kept: FileHandle | string[] | undefined) => (Array.isArray(kept) ? undefined : kept?.close())

function serve(sftp: SFTPWrapper, served: Served) {
  const handles = new Map<string, FileHandle | string[]>()
  let opened = 0
  const at = (path: string) => join(served.folder, join('/', path))
  const handleFor = (of: FileHandle | string[]) => {
    opened += 1
    handles.set(String(opened), of)
    return Buffer.from(String(opened))
  }
  const answer = (id: number, work: Promise<unknown>) =>
    void work.then(
      () => sftp.status(id, status.OK),
      (error: unknown) => sftp.status(id, statusOf(error)),
    )
  const fileOf = (handle: Buffer) => {
    const file = handles.get(handle.toString())
    if (!file || Array.isArray(file)) throw new Error('not a file')
    return file
  }
  sftp.on('OPEN', (id, path) => {
    if (isTaken(sftp, served, 'OPEN', id)) return
    open(at(path), 'w').then(
      (file) => sftp.handle(id, handleFor(file)),
      (error: unknown) => sftp.status(id, statusOf(error)),
    )
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    if (!isTaken(sftp, served, 'WRITE', id)) answer(id, fileOf(handle).write(data, 0, data.length, offset))
  })
  sftp.on('CLOSE', (id, handle) => {
    if (isTaken(sftp, served, 'CLOSE', id)) return
    const kept = handles.get(handle.toString())
    handles.delete(handle.toString())
    answer(id, close(kept))
  })
  // Of a connection that is cut, nobody closes the files.
  sftp.on('close', () => {
    for (const kept of handles.values()) void close(kept)
    handles.clear()
  })
  const sendStat = (id: number, path: string) => {
    if (isTaken(sftp, served, 'STAT', id)) return
    stat(at(path)).then(
      ({ size }) => sftp.attrs(id, attributes(size)),
      (error: unknown) => sftp.status(id, statusOf(error)),
    )
  }
  sftp.on('STAT', sendStat)
  sftp.on('LSTAT', sendStat)
  sftp.on('OPENDIR', (id, path) => {
    readdir(at(path)).then(
      (names) => sftp.handle(id, handleFor(names)),
      (error: unknown) => sftp.status(id, statusOf(error)),
    )
  })
  sftp.on('READDIR', (id, handle) => {
    const names = handles.get(handle.toString())
    if (!Array.isArray(names) || names.length === 0) return sftp.status(id, status.EOF)
    const files = names.splice(0).map((filename) => ({ filename, longname: filename, attrs: attributes(0) }))
    return sftp.name(id, files)
  })
  sftp.on('RENAME', (id, from, to) => {
    if (isTaken(sftp, served, 'RENAME', id)) return
    const moved = stat(at(to)).then(
      () => Promise.reject(new Error('taken')),
      () => rename(at(from), at(to)),
    )
    answer(id, moved)
  })
  sftp.on('REMOVE', (id, path) => answer(id, rm(at(path))))
}

function acceptSession(connection: Connection, served: Served) {
  connection.on('session', (accept) => {
    accept().on('sftp', (acceptSftp) => serve(acceptSftp(), served))
  })
}

/** Starts a server on a free port of this machine. */
export async function startSftp(): Promise<SftpServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sftp-'))
  // Of Ed25519, ssh2 makes one key in 256 that it cannot read (github.com/mscdex/ssh2/issues/1513).
  const key = utils.generateKeyPairSync('ecdsa', { bits: 256 })
  const parsed = utils.parseKey(key.public)
  if (parsed instanceof Error) throw parsed
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(parsed.getPublicSSH()))
  const account = { username: 'office', password: 'office-password' }
  const faults: SftpFault[] = []
  const sockets = new Set<Socket>()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = new Server({ hostKeys: [key.private] }, (connection) => {
    connection.on('error', () => {})
    connection.on('authentication', (asked) => {
      const isKnown = asked.method === 'password' && asked.username === account.username && asked.password === account.password
      if (isKnown) asked.accept()
      else asked.reject(['password'])
    })
    connection.on('ready', () => acceptSession(connection, { folder, faults, cut }))
  })
  const listener: unknown = Reflect.get(server, '_srv')
  if (!(listener instanceof NetServer)) throw new TypeError('a server without a listener')
  listener.on('connection', (socket: Socket) => {
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: listeningPort(server),
    folder,
    account,
    hostKey: `SHA256:${Buffer.from(digest).toString('base64').replace(/=+$/, '')}`,
    fail: (fault) => void faults.push({ ...fault }),
    repair: () => void faults.splice(0),
    async [Symbol.asyncDispose]() {
      cut()
      const closed = new Promise((resolve) => server.close(resolve))
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}
