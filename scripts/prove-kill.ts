// npm run prove:kill: workers are killed at random moments and at every single step, and every file must be the undisturbed one;
// then the same with two bugs put in on purpose, which must be found. On SQLite with files in a folder, and on Postgres with files
// in the database. `npm run prove:kill -- 20` kills fewer.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | workers are killed | kills | exports | rows | files that differ | |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/kill.ts')) ? 0 : 1
