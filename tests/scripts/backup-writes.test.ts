// The short form of the backups of `npm run prove:data`.
import { expect, test } from 'vitest'
import { restoredBackups } from '../../proofs/integrity/backups.ts'
import { copiesInPieces } from '../../proofs/integrity/bugs.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 120_000, retry: 0 }

test('backups of a database that is written to restore with all rows', byChance, async () => {
  expect(await restoredBackups(3)).toEqual({ times: 3, failures: [] })
})

test('a backup that copies the tables as they change is found', byChance, async () => {
  expect((await restoredBackups(20, copiesInPieces)).failures).not.toEqual([])
})
