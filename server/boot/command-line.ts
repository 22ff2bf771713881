import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { endStart } from '#server/boot/start-failure.ts'
import { commands, usageOf, type CommandName, type OptionOf } from '#shared/commands.ts'

const misusedCode = 2

/** `words`: what is no option. `given`: the value of an option, true for one without a value. undefined: it is not given. */
export type Arguments<Name extends CommandName> = {
  words: readonly string[]
  given: (option: OptionOf<Name>) => string | boolean | undefined
}

/** Ends a command that was called wrongly: the standard error has the reason and the usage. */
export function endMisused(name: CommandName, reason: string): never {
  console.error(`${reason}\n${usageOf(name)}`)
  process.exit(misusedCode)
}

/** Why a command does not take these words. null: it takes them. */
function refusalOf(name: CommandName, words: readonly string[]): string | null {
  const [least, most] = commands[name].words
  if (words.includes('')) return 'An argument is empty.'
  if (words.length < least) return 'An argument is missing.'
  return words.length > most ? `There is an argument too many: ${words[most]}` : null
}

function parsed(name: CommandName) {
  const options: ParseArgsOptionsConfig = { ...commands[name].options, help: { type: 'boolean', short: 'h' } }
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    // Node's first sentence names the option. The others are advice for programmers.
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : []
    return endMisused(name, `${reason.replace(/\.$/, '')}.`)
  }
}

/**
 * The arguments of this process, which must be those that the command takes. Otherwise the process ends with 2 and the usage, and with
 * --help it ends with 0 and the usage: a misspelt `--dry-run` must not run the real thing.
 */
export function argumentsOf<Name extends CommandName>(name: Name): Arguments<Name> {
  const { values, positionals: words } = parsed(name)
  if (values['help'] === true) {
    console.log(usageOf(name))
    process.exit(0)
  }
  const refusal = refusalOf(name, words)
  if (refusal !== null) endMisused(name, refusal)
  return {
    words,
    given: (option) => {
      const value = values[option]
      return Array.isArray(value) ? value.at(-1) : value
    },
  }
}

/** Prepares the process for a command, and returns its arguments; see argumentsOf. Each error that ends it is told as `endStart` does. */
export function beginCommand<Name extends CommandName>(name: Name): Arguments<Name> {
  process.once('uncaughtException', endStart)
  // Who reads the output may have read enough (`| head -1`). What the command does, it does to its end.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  return argumentsOf(name)
}
