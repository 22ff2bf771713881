// OpenSSH's own server with SFTP over a temporary folder, for proofs.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import ssh2 from 'ssh2'
import { freePort } from './free-port.ts'

export type OpenSsh = {
  port: number
  folder: string
  account: { username: string; privateKey: string }
  /** The fingerprint of its key. */
  hostKey: string
  /** From now on, files of new sessions can have only this number of bytes, as on a full disk. null: no limit. */
  limitFiles(bytes: number | null): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const found = (paths: readonly string[]) => paths.find((path) => existsSync(path)) ?? null
const server = () => found(['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'])
const subsystem = () =>
  found(['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/lib/ssh/sftp-server', '/usr/libexec/sftp-server'])

/** Whether this machine has OpenSSH's server. */
export const hasOpenSsh = (): boolean => server() !== null && subsystem() !== null

const blockBytes = 512

/** A write beyond the limit fails; without the trap, it would end the process. */
const sessionScript = (limitFile: string, program: string) => `#!/bin/sh
trap '' XFSZ
if [ -f ${limitFile} ]; then ulimit -f "$(cat ${limitFile})"; fi
exec ${program}
`

const settings = (folder: string, port: number) => `Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host-key
AuthorizedKeysFile ${folder}/own-key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
MaxStartups 100
LogLevel QUIET
UseDNS no
Subsystem sftp ${folder}/session
`

async function untilItListens(port: number, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
}

/** Starts sshd for the user of this process on a free port of this machine. */
export async function startOpenSsh(): Promise<OpenSsh> {
  const [program, sftp] = [server(), subsystem()]
  if (program === null || sftp === null) throw new Error('OpenSSH is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'openssh-'))
  const files = join(folder, 'files')
  await mkdir(files)
  for (const name of ['host-key', 'own-key']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  const parsed = ssh2.utils.parseKey(await readFile(join(folder, 'host-key.pub')))
  if (parsed instanceof Error) throw parsed
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(parsed.getPublicSSH()))
  const port = await freePort()
  await writeFile(join(folder, 'session'), sessionScript(join(folder, 'limit'), sftp), { mode: 0o755 })
  await writeFile(join(folder, 'settings'), settings(folder, port))
  // As root, sshd separates its privileges there.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const child = spawn(program, ['-D', '-e', '-f', join(folder, 'settings')], { stdio: ['ignore', 'ignore', 'inherit'] })
  await untilItListens(port, child)
  return {
    port,
    folder: files,
    account: { username: userInfo().username, privateKey: await readFile(join(folder, 'own-key'), 'utf8') },
    hostKey: `SHA256:${Buffer.from(digest).toString('base64').replace(/=+$/, '')}`,
    async limitFiles(bytes) {
      const path = join(folder, 'limit')
      if (bytes === null) return rm(path, { force: true })
      return writeFile(path, String(Math.floor(bytes / blockBytes)))
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
