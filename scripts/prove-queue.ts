// npm run prove:queue: the queue with many concurrent workers, on SQLite and on Postgres. `npm run prove:queue -- 100` runs fewer jobs.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what is proved | times | as it must be | |')
console.log('| --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/queue-proof.ts')) ? 0 : 1
