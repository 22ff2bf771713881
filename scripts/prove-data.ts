// npm run prove:data: upgrades killed before each statement of the migrations, and 50 backups under writes that are restored, on SQLite and
// on Postgres. Then the same with two seeded bugs, which must be found. `-- --step 10 --backups 5` kills at every tenth statement and makes
// fewer backups.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what | times | failures | |')
console.log('| --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/data.ts')) ? 0 : 1
