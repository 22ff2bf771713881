// The proof of the data on one database: the one in DATABASE_URL, or a SQLite file.
import { parseArgs } from 'node:util'
import { dialect } from '#drizzle/dialect.ts'
import { restoredBackups } from './integrity/backups.ts'
import { copiesInPieces, migratesInPieces, writesInPieces } from './integrity/bugs.ts'
import { foundCorruptions } from './integrity/corruptions.ts'
import { filledDisks } from './integrity/full-disk.ts'
import { loadOldest, oldestVersion } from './integrity/oldest.ts'
import { killedUpgrades } from './integrity/upgrades.ts'
import { canMount } from './integrity/small-disk.ts'
import type { Verdict } from './integrity/verdict.ts'

const { values } = parseArgs({
  options: {
    step: { type: 'string', default: '1' },
    corruptions: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    backups: { type: 'string', default: '50' },
    disks: { type: 'string', default: '50' },
  },
})
const step = Number(values.step)
const results: boolean[] = []

/** Prints a line of the table, and each failure that was not planted. */
function tell(what: string, { times, failures }: Verdict, isPlanted = false) {
  const isGood = isPlanted ? failures.length > 0 : failures.length === 0 && times > 0
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  console.log(`| ${database} | ${what} | ${times} | ${failures.length} | ${isGood ? 'ok' : 'NOT OK'} |`)
  if (!isPlanted) for (const failure of failures) console.error(failure)
  results.push(isGood)
}

const fromNothing = async () => {}
const from = `the upgrade from ${oldestVersion()}`
tell(`${from}, killed before each statement, then started`, await killedUpgrades(loadOldest, { step }))
tell('the migrations of a new database, killed in the same way', await killedUpgrades(fromNothing, { step }))
const inPieces = await killedUpgrades(loadOldest, { step: 1, bug: migratesInPieces })
tell(`${from} with the seeded bug of migrations without a transaction, which must show`, inPieces, true)

tell('backups under writes, each restored into an empty database', await restoredBackups(Number(values.backups)))
const copied = await restoredBackups(20, copiesInPieces)
tell('backups with the seeded bug of tables copied as they change, which must show', copied, true)
const corrupted = await foundCorruptions(Number(values.corruptions), Number(values.seed))
tell(`random corruptions of a backup, found by verify (--seed ${values.seed})`, corrupted)
if (canMount) {
  tell('a disk that is full while it is written to', await filledDisks(Number(values.disks)))
  const torn = await filledDisks(20, writesInPieces)
  tell('a full disk with the seeded bug of writes without a transaction, which must show', torn, true)
} else {
  console.error('A full disk is left out: only root on Linux can make a small one.')
  results.push(false)
}
process.exitCode = results.every(Boolean) ? 0 : 1
