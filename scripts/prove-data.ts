// npm run prove:data: upgrades killed before each statement of the migrations, on SQLite and on Postgres. Then the same with a seeded bug,
// which must be found. `-- --step 10` kills at every tenth statement.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what | times | failures | |')
console.log('| --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/data.ts')) ? 0 : 1
