// npm run prove:fresh: a day of 100,000 changes in 20 shops of both platforms, which tell of them by webhooks: 5 % are lost, 5 % come twice, all
// out of order, some are forged or replayed; three shops are down for hours, and the server is killed ten times. On SQLite and on Postgres. Then
// shorter days with three seeded bugs, which must be found. `npm run prove:fresh -- 2000` has fewer changes.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what is proved | told | seen within (p99) | late | gone back | forged taken | kills | different | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/fresh.ts')) ? 0 : 1
