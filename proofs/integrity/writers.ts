import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import type { Said } from './ledger.ts'

export type Writers = {
  /** What they have said until now. It grows. */
  said: Said
  /** Kills them. */
  [Symbol.asyncDispose](): Promise<void>
}

/** More than a writer ever writes. */
const apart = 1_000_000_000

/** `run`: 0, 1, … for the databases that several writers of the same name write to in turn. `bug`: a seeded one. */
type Options = { run?: number; bug?: SourceBug | null }

/** Starts a process for each writer. */
export async function startWriters(databaseUrl: string, names: readonly string[], { run = 0, bug = null }: Options = {}): Promise<Writers> {
  const [confirmed, refused] = [new Set<number>(), new Set<number>()]
  const onLine = (line: string) => {
    const [what, number] = line.split(' ')
    if (what === 'confirmed') confirmed.add(Number(number))
    else refused.add(Number(number))
  }
  const start = (writer: string, index: number) =>
    startWorkerProcess('integrity/ledger-process.ts', { databaseUrl, writer, first: (run * names.length + index) * apart }, { onLine, bug })
  const processes = await Promise.all(names.map(start))
  return {
    said: { confirmed, refused },
    [Symbol.asyncDispose]: async () => void (await Promise.all(processes.map((one) => one[Symbol.asyncDispose]()))),
  }
}
