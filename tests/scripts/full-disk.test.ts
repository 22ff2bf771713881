// The short form of the full disks of `npm run prove:data`.
import { expect, test } from 'vitest'
import { writesInPieces } from '../../proofs/integrity/bugs.ts'
import { filledDisks } from '../../proofs/integrity/full-disk.ts'
import { canMount } from '../../proofs/integrity/small-disk.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 120_000, retry: 0 }

test.runIf(canMount)('a disk that is full while it is written to leaves no half change', byChance, async () => {
  expect(await filledDisks(4)).toEqual({ times: 4, failures: [] })
})

test.runIf(canMount)('half changes would be found', byChance, async () => {
  expect((await filledDisks(20, writesInPieces)).failures).not.toEqual([])
})
