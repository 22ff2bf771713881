// npm run prove:kill: kills workers at random times and at every single step. Every file must equal the undisturbed one. Then the same with
// two seeded bugs of files in a folder, which must be found. On SQLite with files in a folder, on Postgres with files in the database, and on both with files in
// S3. `npm run prove:kill -- 20` kills fewer.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | files | workers are killed | kills | exports | rows | files that differ | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/kill.ts')) ? 0 : 1
