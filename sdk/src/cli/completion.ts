import { UsageError, type Command } from './command.ts'

/** The words after `backcounter`, each with the flags that go with them. */
type Choices = Readonly<Record<string, readonly string[]>>

const bash = (choices: Choices) => `_backcounter() {
  local words="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}"
  case "$words" in
${Object.entries(choices)
  .map(([words, next]) => `    "${words}"${words === '' ? '' : '*'}) COMPREPLY=($(compgen -W "${next.join(' ')}" -- "$current"));;`)
  .join('\n')}
  esac
}
complete -o default -F _backcounter backcounter
`
const zsh = (choices: Choices) => `#compdef backcounter
autoload -U +X bashcompinit && bashcompinit
${bash(choices)}`
const fish = (choices: Choices) =>
  Object.entries(choices)
    .map(([words, next]) => {
      const condition = words === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${words.split(' ').at(-1)}`
      return `complete -c backcounter -n '${condition}' -a '${next.join(' ')}'`
    })
    .join('\n')
    .concat('\n')

const shells = { bash, zsh, fish } as const

/** What can follow each beginning of a command. Longer beginnings come first, because the first one that fits counts. */
export function choicesOf(commands: Readonly<Record<string, Command>>): Choices {
  const names = Object.keys(commands)
  const next = new Map<string, Set<string>>()
  const add = (words: string, word: string) => next.set(words, (next.get(words) ?? new Set()).add(word))
  for (const name of names) {
    const [head = '', ...rest] = name.split(' ')
    add('', head)
    if (rest.length > 0) add(head, rest.join(' '))
    for (const flag of Object.keys(commands[name]?.flags ?? {})) add(name, `--${flag}`)
  }
  const sorted = [...next].toSorted(([one], [other]) => other.length - one.length)
  return Object.fromEntries(sorted.map(([words, found]) => [words, [...found]]))
}

export const completionOf = (commands: () => Readonly<Record<string, Command>>): Command => ({
  usage: 'completion <bash|zsh|fish>',
  summary: 'Write the completion of a shell: source <(backcounter completion bash)',
  flags: {},
  words: ['shell: bash, zsh or fish'],
  async run({ terminal }, { words: [shell] }) {
    const write = shell === 'bash' || shell === 'zsh' || shell === 'fish' ? shells[shell] : null
    if (!write) throw new UsageError('completion takes bash, zsh or fish')
    terminal.out(write(choicesOf(commands())))
  },
})
