import { commands, type CommandName } from '#shared/commands.ts'
import { heapEnvironment, heapOptions } from '../heap.ts'

/** The commands beside the server itself, which are files of scripts/. */
export const commandsOfScripts = Object.keys(commands).filter((name) => name !== ('start' satisfies CommandName))

const width = Math.max(...Object.keys(commands).map((name) => name.length))
const list = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`)

/** The program of the package, for a shell: `backcounter start`, or another command with its arguments. Signals reach Node itself. */
export const commandFile = () => `#!/bin/sh
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
list() {
  cat <<'end'
backcounter <command>, and for the arguments of one: backcounter <command> --help

${list.join('\n')}
end
}
command=\${1:-}
[ $# -eq 0 ] || shift
case $command in
  start) ${Object.entries(heapEnvironment)
    .map(([name, value]) => `${name}=\${${name}:-${value}}`)
    .join(' ')} exec "$home/bin/node" ${heapOptions.join(' ')} "$home/server/main.js" "$@" ;;
  ${commandsOfScripts.join('|')}) exec "$home/bin/node" "$home/scripts/$command.js" "$@" ;;
  -h|--help) list ;;
  *)
    list >&2
    exit 2
    ;;
esac
`
