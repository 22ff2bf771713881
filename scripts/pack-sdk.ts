// Compiles and packs the client package. The first argument is the folder that gets the file; the default is the current one.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sdk = join(root, 'sdk')
const folder = resolve(process.argv[2] ?? '.')
rmSync(join(sdk, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', sdk], { stdio: 'inherit' })
execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, '--loglevel=error'], { cwd: sdk, stdio: 'inherit' })
