import { createClient } from '../client.ts'
import { BackcounterError } from '../errors.ts'
import { productVersion } from '../generated/version.ts'
import { accountIn } from './account.ts'
import { given, UsageError, type Command, type Terminal } from './command.ts'
import { commands } from './commands.ts'

/** What a process ends with. `failed`: the work. `usage`: the call of the command. */
export const exitCodes = { done: 0, failed: 1, usage: 2, signedOut: 3, refused: 4, unreachable: 5, interrupted: 130 } as const

function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)
  return `backcounter ${productVersion}

${lines.join('\n')}

Lists and jobs take --json. BACKCOUNTER_URL and BACKCOUNTER_KEY together replace the saved account.
Exit codes: 0 done, 1 failed, 2 wrong call, 3 not signed in, 4 not permitted, 5 server not reached, 130 interrupted.
`
}

/** The help of one command, with its flags. */
function helpOf({ usage, summary, flags }: Command): string {
  const names = Object.entries(flags).map(([name, { type, multiple }]) => {
    const value = type === 'string' ? ' <value>' : ''
    return `  --${name}${value}${multiple ? ', once or more' : ''}`
  })
  return [`backcounter ${usage}`, '', summary, ...(names.length > 0 ? ['', ...names] : [])].join('\n')
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (!(error instanceof BackcounterError)) return exitCodes.failed
  if (error.code === 'SIGNED_OUT') return exitCodes.signedOut
  // A refused field was given on the command line, such as a date that does not exist.
  if (error.code === 'INVALID_INPUT' && error.issues.length > 0) return exitCodes.usage
  if (error.code === 'WRONG_OPTION') return exitCodes.usage
  if (error.code === 'ACCESS_DENIED') return exitCodes.refused
  return error.code === 'NETWORK' ? exitCodes.unreachable : exitCodes.failed
}

function wordsOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nbackcounter --help lists the commands.`
  if (!(error instanceof BackcounterError)) return error instanceof Error ? error.message : String(error)
  const issues = error.issues
    .filter(({ message }) => !error.message.includes(message))
    .map(({ path, message }) => `\n  ${path}: ${message}`)
  return `${error.message}${issues.join('')}${error.requestId === null ? '' : ` (request ${error.requestId})`}`
}

/** Runs the command line and gives the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first, second] = args
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    terminal.out(help())
    return first === undefined ? exitCodes.usage : exitCodes.done
  }
  if (first === '--version' || first === 'version') {
    terminal.out(`${productVersion}\n`)
    return exitCodes.done
  }
  const client = async () => {
    const { url, key } = await accountIn(terminal.environment)
    return createClient({ url, token: key, onWarning: (warning) => terminal.note(`Note: ${warning}\n`) })
  }
  try {
    const long = commands[`${first} ${second}`]
    const command = long ?? commands[first]
    if (!command) throw new UsageError(`There is no command “${first}”`)
    if (args.includes('--help') || args.includes('-h')) {
      terminal.out(`${helpOf(command)}\n`)
      return exitCodes.done
    }
    await command.run({ terminal, client }, given(command, args.slice(long ? 2 : 1)))
    return exitCodes.done
  } catch (error) {
    if (terminal.signal.aborted) return exitCodes.interrupted
    terminal.note(`${wordsOf(error)}\n`)
    return codeOf(error)
  }
}
