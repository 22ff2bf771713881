import { heapEnvironment, heapOptions } from '../heap.ts'

/** The commands on the server's data, which are files of scripts/. */
export const commands = ['backup', 'verify', 'restore', 'migrate', 'doctor', 'create-owner', 'secrets-rotate', 'audit-verify', 'is-alive']

/** The program of the package, for a shell: `backcounter start`, or another command with its arguments. Signals reach Node itself. */
export const commandFile = () => `#!/bin/sh
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
command=\${1:-}
[ $# -eq 0 ] || shift
case $command in
  start) ${Object.entries(heapEnvironment)
    .map(([name, value]) => `${name}=\${${name}:-${value}}`)
    .join(' ')} exec "$home/bin/node" ${heapOptions.join(' ')} "$home/server/main.js" ;;
  ${commands.join('|')}) exec "$home/bin/node" "$home/scripts/$command.js" "$@" ;;
  *)
    echo "backcounter start, or one of: ${commands.join(' ')}" >&2
    exit 2
    ;;
esac
`
