// npm run prove:queue: the queue under many hands, on SQLite and on Postgres. `npm run prove:queue -- 100` does less of it.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what is proved | times | as it must be | |')
console.log('| --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/queue-proof.ts')) ? 0 : 1
