// An upgrade that is killed before each of its statements, and the start after it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openDatabase } from '#drizzle/open.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import { contentOf } from './content.ts'
import type { Verdict } from './verdict.ts'

/** Brings a new database to the state before the upgrade. `folder` is an empty one. */
type Before = (url: string, folder: string) => Promise<void>

/** Upgrades a database, killing the first attempt at a statement. null: none. */
async function upgraded(before: Before, dieAt: number | null, bug: SourceBug | null): Promise<{ wasKilled: boolean; content: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-upgrade-'))
  await using database = await freshDatabase(folder)
  try {
    await before(database.url, folder)
    let wasKilled = false
    if (dieAt !== null) {
      const attempt = await startWorkerProcess('integrity/upgrade-process.ts', { databaseUrl: database.url, dieAt }, { bug })
      await attempt.gone
      wasKilled = attempt.process.signalCode === 'SIGKILL'
      if (!wasKilled && attempt.process.exitCode !== 0) throw new Error('an undisturbed upgrade failed')
    }
    await (await openDatabase(database.url)).close()
    return { wasKilled, content: await contentOf(database.url) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `step`: 1 kills before every statement, 2 before every second one, and so on. */
export async function killedUpgrades(before: Before, { step, bug = null }: { step: number; bug?: SourceBug | null }): Promise<Verdict> {
  const verdict: Verdict = { times: 0, failures: [] }
  const { content: expected } = await upgraded(before, null, null)
  for (let statement = 1; ; statement += step) {
    try {
      const { wasKilled, content } = await upgraded(before, statement, bug)
      if (!isDeepStrictEqual(content, expected)) verdict.failures.push(`killed before statement ${statement}: the result differs`)
      if (!wasKilled) return verdict
    } catch (error) {
      verdict.failures.push(`killed before statement ${statement}: ${error instanceof Error ? error.message : String(error)}`)
      // With a bug, the first failure is enough.
      if (bug) return verdict
    }
    verdict.times += 1
  }
}
