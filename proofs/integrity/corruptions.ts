import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { verifyBackup } from '#server/backup/verify.ts'
import { corrupt, corruption } from './corruption.ts'
import { oldestBackup } from './oldest.ts'
import type { Verdict } from './verdict.ts'

/** Corrupts a copy of a backup again and again. Each time, the check must name the file. */
export async function foundCorruptions(times: number, seed: number): Promise<Verdict> {
  const verdict: Verdict = { times: 0, failures: [] }
  for (const how of fc.sample(corruption, { numRuns: times, seed })) {
    const folder = mkdtempSync(join(tmpdir(), 'proof-corrupted-'))
    cpSync(oldestBackup(), folder, { recursive: true })
    const path = corrupt(folder, how)
    const { damages } = await verifyBackup(folder)
    rmSync(folder, { recursive: true })
    if (!damages.join('\n').includes(path)) verdict.failures.push(`${JSON.stringify(how)} in ${path} was not found`)
    verdict.times += 1
  }
  return verdict
}
