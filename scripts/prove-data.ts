// npm run prove:data: upgrades killed before each statement of the migrations, 50 backups under writes that are restored, and 100 random
// corruptions that the check of a backup must find, on SQLite and on Postgres. Then two seeded bugs, which must be found.
// `-- --step 10 --backups 5 --corruptions 10` is shorter, and `--seed` repeats corruptions.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what | times | failures | |')
console.log('| --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/data.ts')) ? 0 : 1
