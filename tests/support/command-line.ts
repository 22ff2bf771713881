import { runCommand } from '../../sdk/src/cli/run.ts'

export type CommandOptions = { typed?: string; environment?: Record<string, string>; signal?: AbortSignal }

/** Runs a command of the command line, and gives its exit code and what it wrote. */
export async function runLine(line: string, { typed = '', environment = {}, signal }: CommandOptions) {
  const wrote = { out: '', note: '', progress: '' }
  const write = (to: keyof typeof wrote) => (text: string) => void (wrote[to] += `${text}${to === 'progress' ? '\n' : ''}`)
  const code = await runCommand(line === '' ? [] : line.split(' '), {
    out: write('out'),
    note: write('note'),
    progress: write('progress'),
    askSecret: async () => typed,
    environment,
    signal: signal ?? new AbortController().signal,
  })
  return { code, ...wrote }
}
