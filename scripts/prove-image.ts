// npm run prove:image: builds the image from a clean checkout, runs it as its configuration says, and measures it. Needs root on Debian, with
// buildah, debootstrap, docker-compose and caddy, which it installs. It uses the port 3000 of this machine, or the given one.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildImage, makeBase, mountImage } from '../proofs/image/build.ts'
import { checkFiles } from '../proofs/image/files.ts'
import { residentBytes, runIn, start, type Container } from '../proofs/image/container.ts'
import { becomeOwner, registerAddress, untilReady } from '../proofs/image/first-use.ts'
import { installDebianPackage } from './debian-packages.ts'

const port = Number(process.argv[2] ?? '3000')
const address = `http://127.0.0.1:${port}`
const idleMs = 30_000
const starts = 5

/** What is asked of the image. */
const goals = { compressedMb: 250, packagesMb: 300, signedInSeconds: 60, readySeconds: 1, idleMb: 150 }

/** What only a build needs, and an attacker could use. */
const buildTools = ['npm', 'npx', 'gcc', 'g++', 'cc', 'make', 'python3', 'git']

for (const [program, name] of [
  ['/usr/bin/buildah', 'buildah'],
  ['/usr/sbin/debootstrap', 'debootstrap'],
  ['/usr/bin/docker-compose', 'docker-compose'],
  ['/usr/bin/caddy', 'caddy'],
] as const)
  if (!existsSync(program)) installDebianPackage(name, `${name} is missing, and only root on Debian can install it`)

let failures = 0
/** Prints a figure with its goal. */
function report(what: string, figure: string, holds: boolean) {
  if (!holds) failures += 1
  console.log(`| ${what} | ${figure} | ${holds ? 'yes' : 'NO'} |`)
}
const mb = (bytes: number) => bytes / 1_000_000
/** Of memory, in units of 2^20 bytes, as the benches have them. */
const memoryMb = (bytes: number) => bytes / 1024 ** 2
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

console.log('| what | figure | holds |\n| --- | --- | --- |')
for (const { what, error } of checkFiles()) report(what, error ?? 'valid', error === null)
makeBase()
const { seconds, compressedBytes, config } = buildImage()
report('image from a clean checkout', `${seconds.toFixed(0)} s`, true)
report(`compressed, at most ${goals.compressedMb} MB`, `${mb(compressedBytes).toFixed(0)} MB`, mb(compressedBytes) <= goals.compressedMb)

const { root, unmount } = mountImage()
const volume = mkdtempSync(join(tmpdir(), 'volume-'))
const [user, group] = config.User.split(':').map(Number)
chownSync(volume, user ?? 0, group ?? 0)
chmodSync(volume, 0o700)
const variables = {
  APP_URL: `http://localhost:${port}`,
  APP_SECRET: randomBytes(32).toString('base64'),
  PORT: String(port),
  HOST: '127.0.0.1',
}
const container: Container = { root, volume, config, variables }
try {
  const { output: sizes } = await runIn(container, ['du', '--summarize', '--bytes', 'node_modules', 'server', 'drizzle', 'scripts'])
  const packages = (sizes.match(/^\d+/gm) ?? []).reduce((sum, size) => sum + Number(size), 0)
  report(`packages at run time, at most ${goals.packagesMb} MB`, `${mb(packages).toFixed(0)} MB`, mb(packages) <= goals.packagesMb)
  const { code: written } = await runIn(container, ['touch', '/opt/backcounter/written'])
  report('the root is read-only', `touch ends with ${written}`, written !== 0)
  const { output: tools } = await runIn(container, ['sh', '-c', `for tool in ${buildTools.join(' ')}; do command -v $tool || true; done`])
  report('it has no tools to build with', tools.trim() === '' ? 'none' : tools.trim().replaceAll('\n', ', '), tools.trim() === '')
  const { output: who } = await runIn(container, ['id', '-u'])
  report('it does not run as root', `user ${who.trim()}`, who.trim() === String(user) && user !== 0)

  const began = performance.now()
  const first = start(container)
  const setup = registerAddress(first)
  const ready = await untilReady(address, began)
  report('ready on an empty volume', `${(ready / 1_000).toFixed(1)} s`, true)
  const code = new URLSearchParams(new URL(await setup).hash.slice(1)).get('setup') ?? ''
  await becomeOwner(address, code)
  const signedIn = (performance.now() - began) / 1_000
  report(`from its start to signed in, at most ${goals.signedInSeconds} s`, `${signedIn.toFixed(1)} s`, signedIn <= goals.signedInSeconds)
  for (const command of [['is-alive'], ['doctor', '--json'], ['backup', '/data/backups']]) {
    const { code: ended, output } = await runIn(container, ['backcounter', ...command])
    // The doctor may find problems of this machine. That it checks is what counts here.
    report(`backcounter ${command.join(' ')}`, `ends with ${ended}`, ended === 0 || output.includes('"checks"'))
  }
  first.kill('SIGTERM')
  const [ended] = await once(first, 'exit')
  report('SIGTERM ends it with 0', String(ended), ended === 0)

  const times: number[] = []
  const memories: number[] = []
  for (let index = 0; index < starts; index += 1) {
    const again = start(container)
    again.stdout?.resume()
    times.push(await untilReady(address, performance.now()))
    if (index === 0) {
      await pause(idleMs)
      memories.push(memoryMb(residentBytes(again)))
    }
    const exit = once(again, 'exit')
    again.kill('SIGTERM')
    await exit
  }
  const readySeconds = median(times) / 1_000
  report(
    `ready on an existing volume, at most ${goals.readySeconds.toFixed(1)} s`,
    `${readySeconds.toFixed(2)} s, median of ${starts}`,
    readySeconds <= goals.readySeconds,
  )
  const idle = median(memories)
  report(`resident memory after ${idleMs / 1_000} idle seconds, at most ${goals.idleMb} MB`, `${idle.toFixed(0)} MB`, idle <= goals.idleMb)
} finally {
  unmount()
  rmSync(volume, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
