// Runs programs of a mounted image as its configuration says: its user, its variables, a read-only root, /tmp in memory, one volume. There
// is no container engine: a mount namespace of its own and chroot do that. Network and processes are those of the machine.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ImageConfig } from './build.ts'

export type Container = { root: string; volume: string; config: ImageConfig; variables: Record<string, string> }

/** The mounts, and then the program in the place of the shell, so that signals reach it. Its arguments: root, volume, user, and a command. */
const script = `
root=$1 volume=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" "$@"`

/** Starts a program, by default the image's own. Its errors and its log go to standard error. */
export function start({ root, volume, config, variables }: Container, program: readonly string[] = config.Cmd): ChildProcess {
  const given = [...config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
  const command = ['/usr/bin/env', '--ignore-environment', `--chdir=${config.WorkingDir}`, ...given, ...program]
  const args = ['--mount', '--propagation', 'private', 'sh', '-euc', script, 'sh', root, volume, config.User, ...command]
  return spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a program to its end. @returns its exit code and its output */
export async function runIn(container: Container, program: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = start(container, program)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, output }
}

/** The resident memory of a process, in bytes. */
export function residentBytes(child: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
