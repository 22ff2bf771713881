import type { Terminal } from './command.ts'

/** Notes below a list of the copy how old its first page was. */
export function copyAge({ note, signal }: Pick<Terminal, 'note' | 'signal'>) {
  let asOf: string | null = null
  return {
    options: {
      signal,
      onPage: (page: { asOf: string | null }) => {
        asOf ??= page.asOf
      },
    },
    note: (): void => {
      if (asOf !== null) note(`The shops were last asked for changes at ${asOf}, or later\n`)
    },
  }
}
