import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const aptGet = '/usr/bin/apt-get'

function run(command: string, args: string[]) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

/** Whether this process is root on Debian. */
export const canInstallDebianPackages = (): boolean => process.getuid?.() === 0 && existsSync(aptGet)

/** Installs a Debian package, without removing others, if this process is root on Debian. Otherwise throws the given sentence with the alternative. */
export function installDebianPackage(name: string, otherwise: string): void {
  if (!canInstallDebianPackages()) throw new Error(otherwise)
  console.log(`Installing ${name} with apt-get`)
  run(aptGet, ['update', '-qq'])
  run(aptGet, ['install', '-y', '-qq', '--no-install-recommends', '--no-remove', name])
}
