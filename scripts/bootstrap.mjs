// Every npm script starts here. It is plain JavaScript for Node 18 and later, because it runs before any installation: it ensures a recent
// Node and the packages of the lockfile, then runs scripts/<command>.ts. In package.json, servers start with `exec`: npm sends signals only
// to its shell, which would die and leave the server running. Without exec in the shell, on Windows, the second half of the line runs.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { follow } from './follow.mjs'
import { assertPinned, packageFor, version } from './node-package.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const minimum = [24, 11]
/** Node's compile cache: every start after the first takes about a third less time. */
const compiled = join(root, 'node_modules', '.cache', 'node')
const isWindows = process.platform === 'win32'

/** Runs a step. If it fails, the process ends with its exit code. */
async function run(command, args, options = {}) {
  const code = await follow(command, args, { cwd: root, ...options })
  if (code !== 0) process.exit(code)
}

const npm = (...args) => run(isWindows ? 'npm.cmd' : 'npm', args, { shell: isWindows })

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1])
}

/**
 * Installs Node from its npm package below .node/ after checking its pinned hash, and runs this file again with it. Later runs trust that
 * folder like node_modules/ and this file: an attacker who can write to one can write to the others.
 */
async function continueWithNewerNode() {
  const name = packageFor(process.platform, process.arch)
  const folder = join(root, '.node', version)
  const binary = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  if (!existsSync(binary)) {
    console.log(`Node ${process.versions.node} is too old; fetching Node ${version} from npm into .node/`)
    mkdirSync(folder, { recursive: true })
    const tarball = join(folder, `${name}-${version}.tgz`)
    await npm('pack', '--pack-destination', folder, '--loglevel=error', `${name}@${version}`)
    assertPinned(name, tarball)
    const unpacked = join(folder, 'node_modules', name)
    mkdirSync(unpacked, { recursive: true })
    await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])
  }
  const PATH = `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}`
  await run(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { env: { ...process.env, PATH } })
}

/** `npm ci` if node_modules is missing or was installed from another lockfile. */
async function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.lockfile-sha256')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the packages of package-lock.json')
  await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  writeFileSync(stamp, wanted)
}

const [command = 'start', ...rest] = process.argv.slice(2)
if (isNewEnough()) {
  await installPackages()
  // heap.ts is TypeScript, which older Node versions cannot load.
  const { heapEnvironment } = await import('./heap.ts')
  const { isServer, nodeOptionsFor } = await import('./node-options.ts')
  const env = { NODE_COMPILE_CACHE: compiled, ...(isServer(command) ? heapEnvironment : {}), ...process.env }
  await run(process.execPath, [...nodeOptionsFor(command), join(root, 'scripts', `${command}.ts`), ...rest], { env })
} else {
  await continueWithNewerNode()
}
